import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  loop,
  plan,
  planWith,
  simple,
  type TestElement,
  variables,
  withXml,
} from '../testing/plan.ts';

function module(name: string, ...path: string[]): TestElement {
  const items = ['Root', 'Test Plan', ...path].map(
    (each, at) => `<stringProp name="${at}">${each}</stringProp>`,
  );
  return withXml(
    element('ModuleController', name),
    `<collectionProp name="ModuleController.node_path">${items.join('')}</collectionProp>`,
  );
}

const off = (each: TestElement): TestElement => ({ ...each, isEnabled: false });
const fragment = (name: string, ...children: TestElement[]) =>
  element('TestFragmentController', name, {}, children);
const include = (path: string) =>
  element('IncludeController', 'include', { 'IncludeController.includepath': path });
const counter = element('CounterConfig', 'count', {
  'CounterConfig.start': '1',
  'CounterConfig.incr': '1',
  'CounterConfig.name': 'n',
  'CounterConfig.per_user': false,
});

export const cases: DifferentialCase[] = [
  {
    name: 'ModuleController runs a fragment, also one that is disabled, and a controller of another group',
    plan: [
      off(fragment('Off', debug('in off'), off(debug('never')), simple('S', debug('deeper')))),
      fragment('On', debug('in on')),
      group(
        { loops: 2 },
        module('m1', 'Off'),
        module('m2', 'On'),
        loop('L', 2, module('m3', 'Off', 'S')),
        module('m4', 'Other', 'Elsewhere'),
      ),
      group({ name: 'Other' }, simple('Elsewhere', debug('elsewhere'))),
    ],
    isConcurrent: true,
  },
  {
    name: 'ModuleController in what another one points at, with scopes, variables and counters of its own place',
    plan: planWith(
      {},
      {},
      fragment('Inner', counter, debug('inner ${n} ${late}')),
      fragment('Outer', module('m', 'Inner'), debug('outer')),
      fragment('Set', variables({ late: 'set' })),
      group(
        { loops: 2 },
        module('m', 'Outer'),
        module('again', 'Inner'),
        module('set', 'Set'),
        off(module('off', 'Inner')),
      ),
    ),
  },
  {
    name: 'ModuleController takes the last of those with the same path',
    plan: [fragment('Same', debug('first')), fragment('Same', debug('last')), group({}, module('m', 'Same'))],
  },
  {
    name: 'IncludeController takes the first fragment of another file, without what is disabled',
    plan: [group({ loops: 2 }, include('part.jmx'), debug('after'))],
    files: {
      'part.jmx': plan(
        fragment(
          'One',
          debug('included'),
          off(debug('never')),
          simple('S', debug('deeper'), include('more.jmx')),
        ),
        fragment('Two', debug('never')),
      ),
      'more.jmx': plan(off(fragment('Off', debug('more')))),
    },
  },
];

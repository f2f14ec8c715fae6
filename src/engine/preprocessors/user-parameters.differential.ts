import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  loop,
  planWith,
  strings,
  type TestElement,
  withXml,
} from '../testing/plan.ts';

const parameters = (
  names: readonly string[],
  lists: readonly (readonly string[])[],
  isPerIteration: boolean,
): TestElement =>
  withXml(
    element('UserParameters', 'Parameters', { 'UserParameters.per_iteration': isPerIteration }),
    strings('UserParameters.names', names) +
      `<collectionProp name="UserParameters.thread_values">${lists.map((list, at) => strings(String(at), list)).join('')}</collectionProp>`,
  );

const plan = (isPerIteration: boolean, users: number) =>
  planWith(
    {},
    { x: '1' },
    group(
      { users, loops: 2 },
      parameters(
        ['who', 'count', 'a${x}'],
        [['first', '${__counter(true)}', '${x}'], ['second', '${__counter(true)}', 'y'], ['short']],
        isPerIteration,
      ),
      debug('${who} ${count} ${a1}'),
      loop(
        'inner',
        2,
        parameters(['more'], [['${__counter(true)}', 'extra']], isPerIteration),
        debug('${who} ${count} ${more}'),
      ),
      debug('own', parameters(['mine'], [['m${count}']], isPerIteration)),
      debug('empty ${mine}', parameters([], [], isPerIteration)),
    ),
  );

export const cases: DifferentialCase[] = [
  { name: 'before every sampler', plan: plan(false, 1) },
  { name: 'once in each pass', plan: plan(true, 1) },
  { name: 'lists for users in turn', plan: plan(false, 4), isConcurrent: true },
  { name: 'lists for users in turn, once in each pass', plan: plan(true, 4), isConcurrent: true },
];

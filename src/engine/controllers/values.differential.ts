import { provenControllers } from '../../jmx/proven/controllers.ts';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, type TestElement, type Value } from '../testing/plan.ts';

const parallel = (properties: Record<string, Value>, ...children: TestElement[]): TestElement => ({
  ...element('com.blazemeter.jmeter.controller.ParallelSampler', 'P', properties, children),
  guiClass: 'com.blazemeter.jmeter.controller.ParallelControllerGui',
});
const recorder = Object.fromEntries(
  Object.keys(provenControllers.ProxyControl?.properties ?? {}).map((name) => [name, '1']),
);
const rewriting = (properties: Record<string, Value>): TestElement => ({
  ...element('URLRewritingModifier', 'Rewrites', {
    argument_name: 'sid',
    path_extension: false,
    path_extension_no_equals: false,
    path_extension_no_questionmark: false,
    ...properties,
  }),
  guiClass: 'URLRewritingModifierGui',
});
const page = `/type?type=text/html&hex=${Buffer.from('<a href="/x?sid=a b">go</a>').toString('hex')}`;

export const cases: DifferentialCase[] = [
  {
    name: 'LoopController that does not go on for ever, by itself',
    plan: [
      group(
        { loops: 2 },
        element(
          'LoopController',
          'L',
          { 'LoopController.continue_forever': false, 'LoopController.loops': 2 },
          [debug('x')],
        ),
      ),
    ],
  },
  {
    name: 'ProxyControl with all that its window keeps',
    plan: [group({}, debug('a'), element('ProxyControl', 'Recorder', recorder, [debug('in it')]))],
  },
  {
    name: 'ParallelSampler that says it has no parent sample and no limit',
    plan: [
      group(
        { loops: 2 },
        parallel(
          { PARENT_SAMPLE: false, LIMIT_MAX_THREAD_NUMBER: false, MAX_THREAD_NUMBER: '1' },
          debug('one'),
        ),
      ),
    ],
  },
  ...[true, false].flatMap((isCached) =>
    [true, false].map(
      (isEncoded): DifferentialCase => ({
        name: `URLRewritingModifier that ${isCached ? 'keeps' : 'does not keep'} values and ${isEncoded ? 'encodes' : 'does not encode'} them`,
        plan: ({ port }) => [
          group(
            {},
            rewriting({ cache_value: isCached, encode: isEncoded }),
            http('page', { port, path: page }),
            http('with it', { port, path: '/echo/a' }),
            http('again', { port, path: '/echo/b' }),
          ),
        ],
      }),
    ),
  ),
];

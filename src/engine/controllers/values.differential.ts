import { provenControllers } from '../../jmx/proven/controllers.ts';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, type TestElement, type Value } from '../testing/plan.ts';

const parallel = (properties: Record<string, Value>, ...children: TestElement[]): TestElement => ({
  ...element('com.blazemeter.jmeter.controller.ParallelSampler', 'P', properties, children),
  guiClass: 'com.blazemeter.jmeter.controller.ParallelControllerGui',
});
const recorder = Object.fromEntries(
  Object.keys(provenControllers.ProxyControl?.properties ?? {}).map((name) => [name, '1']),
);
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
];

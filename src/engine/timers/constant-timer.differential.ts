import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, planWith, simple } from '../testing/plan.ts';

const timer = (delay: string) => element('ConstantTimer', 'wait', { 'ConstantTimer.delay': delay });

export const cases: DifferentialCase[] = [
  {
    name: 'waits before each sampler in its scope, also with a variable or nonsense in it',
    plan: planWith(
      {},
      { ms: '20' },
      group(
        { loops: 2 },
        timer('10'),
        simple('S', timer('${ms}'), debug('a'), debug('b', timer('none'), timer('-5'))),
        debug('c'),
      ),
    ),
  },
  {
    name: 'a wait beyond the end of the schedule ends the user before its sample',
    plan: [
      group(
        { loops: 2, more: { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': '2' } },
        debug('first'),
        debug('second', timer('60000')),
      ),
    ],
  },
];

import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, group, planWith, simple, variables } from '../testing/plan.ts';

/** Arguments, and those of the TestPlan. */
export const cases: DifferentialCase[] = [
  {
    name: 'variables from all over the plan are there before the first sample, later ones made of earlier ones',
    plan: planWith(
      {},
      { a: '1', b: '${a}2', c: '${__P(p)}' },
      variables({ d: '${b}3', '${a}name': 'x' }),
      group(
        {},
        debug('${a} ${b} ${c} ${d} ${e} ${1name}'),
        simple('S', variables({ e: '${d}4', a: 'again' }), debug('${a} ${e}')),
      ),
    ),
    properties: { p: 'of the run' },
  },
];

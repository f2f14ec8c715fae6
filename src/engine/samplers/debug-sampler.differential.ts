import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group } from '../testing/plan.ts';

const nothing = {
  displayJMeterProperties: false,
  displayJMeterVariables: false,
  displaySystemProperties: false,
};

export const cases: DifferentialCase[] = [
  {
    name: 'a sample without content, named by its variables',
    plan: [group({ loops: 2 }, element('DebugSampler', 'debug ${__threadNum} ${none}', nothing))],
  },
];

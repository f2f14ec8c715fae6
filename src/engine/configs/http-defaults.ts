import type { PlanElement } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler } from '../core.ts';

export const httpDefaultsKind = 'http-defaults';

/** HTTP Request Defaults: its samplers take from it what they leave empty. */
export const httpDefaults: ElementCompiler = (element) => ({
  config: { kind: httpDefaultsKind, value: element satisfies PlanElement },
});

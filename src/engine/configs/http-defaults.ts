import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { ElementCompiler } from '../core.ts';

export const httpDefaultsKind = 'http-defaults';

/** HTTP Request Defaults: values for empty properties of its samplers. */
export const httpDefaults: ElementCompiler = (element) => ({
  config: { kind: httpDefaultsKind, value: element satisfies PlanElement },
});

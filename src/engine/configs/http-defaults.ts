import type { PlanElement } from '../../jmx/plan-tree.ts';
import { provenConfigs } from '../../jmx/proven/configs.ts';
import type { ElementCompiler } from '../core.ts';

export const httpDefaultsKind = 'http-defaults';

/** HTTP Request Defaults: values for empty properties of its samplers. Defaults of other protocols have the same class. */
export const httpDefaults: ElementCompiler = (element) =>
  isIdle(element) ? {} : { config: { kind: httpDefaultsKind, value: element satisfies PlanElement } };

const isIdle = ({ guiClass }: PlanElement) =>
  provenConfigs.ConfigTestElement?.idleGuiClasses?.includes(guiClass) ?? false;

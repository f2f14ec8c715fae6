import { provenAssertions } from './assertions.ts';
import { provenConfigs } from './configs.ts';
import { provenControllers } from './controllers.ts';
import { provenGroups } from './groups.ts';
import { provenListeners } from './listeners.ts';
import { provenPostProcessors } from './postprocessors.ts';
import { provenPreProcessors } from './preprocessors.ts';
import type { ProvenElement } from './proven-element.ts';
import { provenSamplers } from './samplers.ts';
import { provenTimers } from './timers.ts';

/** Elements by class that Spate's engine runs without being requested explicitly. */
export const provenElements: Readonly<Record<string, ProvenElement>> = {
  ...provenAssertions,
  ...provenConfigs,
  ...provenControllers,
  ...provenGroups,
  ...provenListeners,
  ...provenPostProcessors,
  ...provenPreProcessors,
  ...provenSamplers,
  ...provenTimers,
};

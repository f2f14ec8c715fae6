import { assertions } from './assertions/assertions.ts';
import { configs } from './configs/configs.ts';
import { controllers } from './controllers/controllers.ts';
import type { ElementCompiler } from './core.ts';
import { listeners } from './listeners/listeners.ts';
import { postprocessors } from './postprocessors/postprocessors.ts';
import { preprocessors } from './preprocessors/preprocessors.ts';
import { samplers } from './samplers/samplers.ts';
import { timers } from './timers/timers.ts';

/** Every element that groups are compiled from, by its class. */
export const elementCompilers: ReadonlyMap<string, ElementCompiler> = new Map(
  [assertions, configs, controllers, listeners, postprocessors, preprocessors, samplers, timers].flatMap(
    (table) => Object.entries(table),
  ),
);

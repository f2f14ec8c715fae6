import { needs } from './needs.ts';
import { isFullSuite } from './suite.ts';

/** Engines of JMeter plans: ours, without requirements, and Apache JMeter. */
export const engines = ['spate', 'apache'] as const;
export type Engine = (typeof engines)[number];

/** For tests that do not depend on the engine: ours, and in the full suite also Apache JMeter. */
export const enginesOfSuite: readonly Engine[] = isFullSuite() ? engines : ['spate'];

/** Like `needs`, for the requirements of an engine. */
export function needsOfEngine(engine: Engine): string | false {
  return engine === 'apache' && needs('java', 'maven');
}

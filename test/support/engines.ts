import { needs } from './needs.ts';
import { isFullSuite } from './suite.ts';

/** What can run a JMeter plan: our own engine, which needs nothing, and Apache JMeter. */
export const engines = ['spate', 'apache'] as const;
export type Engine = (typeof engines)[number];

/** For proofs that the engine has no part in: our own, and in the full suite Apache JMeter too. */
export const enginesOfSuite: readonly Engine[] = isFullSuite() ? engines : ['spate'];

/** As `needs`, for what an engine cannot run without. */
export function needsOfEngine(engine: Engine): string | false {
  return engine === 'apache' && needs('java', 'maven');
}

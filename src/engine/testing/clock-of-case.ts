import { isFullSuite } from '../../../test/support/suite.ts';
import { EngineClock } from '../process/engine-clock.ts';
import type { Clock } from '../users/clock.ts';
import type { DifferentialCase } from './differential-case.ts';
import { VirtualClock } from './virtual-clock.ts';

/** By which our engine runs a case: virtual in `npm test`, real in the full suite. */
export const clockOf = (each: DifferentialCase): Clock =>
  isFullSuite() || each.isInRealTime ? new EngineClock() : new VirtualClock();

import { isFullSuite } from '../../../test/support/suite.ts';
import { EngineClock } from '../process/engine-clock.ts';
import type { Clock } from '../time/clock.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The clock of our engine in a differential case: virtual in `npm test`, real in the full suite. */
export const makeClock = (): Clock => (isFullSuite() ? new EngineClock() : new VirtualClock());

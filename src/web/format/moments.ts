/** Moments as the report and the terminal write them, in the reader's zone and as time into the run. */
export { ago, clock, into, local, span, utc } from '../../lib/moments.ts';

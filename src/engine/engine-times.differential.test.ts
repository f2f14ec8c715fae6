// Runs in its own process: sets the time zone of the engine and of Apache JMeter.
import { compareEngines } from './testing/compare-engines.ts';
import { isOfTimes } from './testing/is-of-times.ts';

await compareEngines('when users come, wait and go, side by side with Apache JMeter', {
  isMeant: isOfTimes,
  // Other cases would make users late.
  lanes: 1,
  hasRandomPlans: false,
});

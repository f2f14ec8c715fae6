// Runs in its own process: sets the time zone of the engine and of Apache JMeter.
import { compareEngines } from './testing/compare-engines.ts';
import { isOfTimes } from './testing/is-of-times.ts';

await compareEngines('our engine, side by side with Apache JMeter', {
  isMeant: (file) => !isOfTimes(file),
  lanes: 3,
  hasRandomPlans: true,
});

/**
 * Preloaded into the engine process: records the exact time of every request to the waiting target, because the
 * results file has whole milliseconds only. Written next to the options at the end.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SampleRecorder } from '../../../src/engine/process/sample-recorder.ts';
import { numbersPerSample, timesName, waitLabel } from './times.ts';

const maxSamples = 1_000_000;
const times = new Float64Array(maxSamples * numbersPerSample);
let length = 0;

const record = SampleRecorder.prototype.sampleOccurred;
SampleRecorder.prototype.sampleOccurred = function (result) {
  if (result.label.startsWith(waitLabel) && length < times.length) {
    times[length] = Number(result.label.slice(waitLabel.length));
    times[length + 1] = result.startMs;
    times[length + 2] = result.elapsedMs;
    // NaN when it failed.
    times[length + 3] = Number.parseInt(result.message, 10) / 1000;
    length += numbersPerSample;
  }
  record.call(this, result);
};
process.on('exit', () => {
  const path = join(dirname(process.argv[2] ?? ''), timesName);
  writeFileSync(path, new Uint8Array(times.buffer, 0, length * Float64Array.BYTES_PER_ELEMENT));
});

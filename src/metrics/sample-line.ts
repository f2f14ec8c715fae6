import type { Sample } from './sample.ts';

/**
 * What our own runners write, one sample a line, appended whole:
 * `[label, startedAtMs, elapsedUs, latencyUs, connectUs, isPassed (1 or 0), code, message, bytesIn, bytesOut, users]`
 * as JSON. A line without its line feed is not there yet.
 */
export function formatSample(sample: Sample): string {
  const { label, startedAtMs, elapsedUs, latencyUs, connectUs, code, message, bytesIn, bytesOut, users } =
    sample;
  const passed = sample.isPassed ? 1 : 0;
  const fields = [label, startedAtMs, elapsedUs, latencyUs, connectUs, passed, code, message];
  return `${JSON.stringify([...fields, bytesIn, bytesOut, users])}\n`;
}

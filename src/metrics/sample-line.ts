import type { Sample } from './sample.ts';

/**
 * Line of the sample log of Spate's runners, appended with one write:
 * `[label, startedAtMs, elapsedUs, latencyUs, connectUs, isPassed (1 or 0), code, message, bytesIn, bytesOut, users]`
 * as JSON. A line without a line feed is incomplete.
 */
export function formatSample(sample: Sample): string {
  const { label, startedAtMs, elapsedUs, latencyUs, connectUs, code, message, bytesIn, bytesOut, users } =
    sample;
  const passed = sample.isPassed ? 1 : 0;
  const fields = [label, startedAtMs, elapsedUs, latencyUs, connectUs, passed, code, message];
  return `${JSON.stringify([...fields, bytesIn, bytesOut, users])}\n`;
}

import type { Sample } from '../metrics/sample.ts';

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

/** Undefined for an invalid line: scripts can write to the log. */
export function parseSample(line: string): Sample | undefined {
  const fields = parseArray(line);
  const [label, startedAtMs, elapsedUs, latencyUs, connectUs, passed, code, message] = fields ?? [];
  if (typeof label !== 'string' || typeof startedAtMs !== 'number' || !Number.isFinite(startedAtMs)) {
    return undefined;
  }
  return {
    label,
    startedAtMs,
    elapsedUs: count(elapsedUs),
    latencyUs: count(latencyUs),
    connectUs: count(connectUs),
    isPassed: passed === 1,
    code: String(code ?? ''),
    message: passed === 1 ? '' : String(message ?? ''),
    bytesIn: count(fields?.[8]),
    bytesOut: count(fields?.[9]),
    users: count(fields?.[10]),
  };
}

function parseArray(line: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}

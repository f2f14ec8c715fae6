import { type Masker, maskText } from '../lib/masker.ts';

/** A failed sample with its request and response, in the order of the files that tools write, one JSON object per line. */
export interface ErrorSample {
  label: string;
  /** As in the errors of the report. */
  code: string;
  message: string;
  /** In service time. */
  startedAtMs: number;
  elapsedMs: number;
  /** Until the first byte of the response; 0: none. */
  latencyMs: number;
  connectMs: number;
  url: string;
  /** Request line and headers. */
  requestHead: string;
  requestBody: string;
  /** Status line and headers; empty without a response. */
  responseHead: string;
  responseBody: string;
  /** Size of the whole response body. */
  responseBytes: number;
  /** More about a failed step of a browser: the error with its stack, failed requests, console. */
  details?: string;
}

/** The trace id in the header `traceparent` of a request (W3C Trace Context); null: it has none. */
export function traceIdOf(requestHead: string): string | null {
  return (
    /^traceparent:\s*[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/im.exec(requestHead)?.[1] ?? null
  );
}

/** Samples of one label and error that a node sends. */
export const samplesPerError = 3;
/** Samples that a node sends in one execution. */
export const maxErrorSamples = 200;
export const maxHeadLength = 16_384;
export const maxBodyLength = 65_536;
export const maxDetailsLength = 16_384;

const lengths = {
  label: 500,
  code: 100,
  message: 1000,
  url: 8192,
  requestHead: maxHeadLength,
  requestBody: maxBodyLength,
  responseHead: maxHeadLength,
  responseBody: maxBodyLength,
  details: maxDetailsLength,
} as const;
const numbers = ['startedAtMs', 'elapsedMs', 'latencyMs', 'connectMs', 'responseBytes'] as const;

/** Reads one line, with secrets masked and texts cut to their limits; undefined if it is no such sample. User code may have written the file. */
export function parseErrorSample(line: string, masker?: Masker): ErrorSample | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Record<string, unknown>;
  const made: Record<string, string | number> = {};
  for (const [name, length] of Object.entries(lengths)) {
    const text = given[name];
    if (name === 'details' && text === undefined) continue;
    if (typeof text !== 'string') return undefined;
    // The tool may have cut the text at the same limit.
    made[name] = cleaned(maskText(masker, text, length).slice(0, length));
  }
  for (const name of numbers) {
    const number = given[name];
    if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
    made[name] = Math.max(0, number);
  }
  return made as unknown as ErrorSample;
}

/** Without NUL, which PostgreSQL rejects, and lone surrogates, which are invalid in UTF-8. */
function cleaned(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Samples with the same key have the same error. */
export function errorSampleKey({
  label,
  code,
  message,
}: Pick<ErrorSample, 'label' | 'code' | 'message'>): string {
  return JSON.stringify([label, code, message]);
}

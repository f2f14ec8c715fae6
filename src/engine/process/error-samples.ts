import { closeSync, openSync, writeSync } from 'node:fs';
import {
  type ErrorSample,
  errorSampleKey,
  maxBodyLength,
  maxHeadLength,
  samplesPerError,
} from '../../domain/error-sample.ts';
import { cleanText, maxCodeLength, maxMessageLength } from '../../metrics/text.ts';
import { HttpResult } from '../http/http-result.ts';
import type { Result } from '../state/result.ts';

/** Later errors of other kinds are not kept. */
const maxKinds = 100;

/** Appends the first failures of each label and error to a file that all workers share. */
export class ErrorSamples {
  readonly #file: number;
  readonly #counts = new Map<string, number>();
  #isBroken = false;

  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o644);
  }

  /** `label` is sanitized. Never throws: the run continues without samples of errors. */
  add(result: Result, label: string, startedAtMs: number): void {
    if (this.#isBroken || result.isTransaction) {
      return;
    }
    const code = cleanText(result.code, maxCodeLength);
    const message = cleanText(result.failureMessage || result.message, maxMessageLength);
    const key = errorSampleKey({ label, code, message });
    const count = this.#counts.get(key) ?? 0;
    if (count >= samplesPerError || (count === 0 && this.#counts.size >= maxKinds)) {
      return;
    }
    this.#counts.set(key, count + 1);
    const line = `${JSON.stringify({ label, code, message, ...contentOf(result, startedAtMs) })}\n`;
    try {
      writeSync(this.#file, line);
    } catch {
      this.#isBroken = true;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

function contentOf(result: Result, startedAtMs: number): Omit<ErrorSample, 'label' | 'code' | 'message'> {
  const isHttp = result instanceof HttpResult;
  return {
    startedAtMs,
    elapsedMs: result.elapsedMs,
    latencyMs: result.latencyMs,
    connectMs: result.connectMs,
    url: result.url,
    requestHead: (isHttp ? result.requestHead : result.requestHeaders).slice(0, maxHeadLength),
    requestBody: (isHttp ? result.queryString : result.samplerData).slice(0, maxBodyLength),
    responseHead: result.responseHeaders.slice(0, maxHeadLength),
    responseBody: (result.dataType === 'bin' ? '' : result.text).slice(0, maxBodyLength),
    responseBytes: result.bodySize,
  };
}

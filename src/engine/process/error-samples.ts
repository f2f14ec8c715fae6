import { type ErrorSample, maxBodyLength, maxHeadLength } from '../../domain/error-sample.ts';
import { ErrorSampleFile, errorKind } from '../../tool-process/error-sample-file.ts';
import { HttpResult } from '../http/http-result.ts';
import type { Result } from '../state/result.ts';

/** Keeps the first failures of each label and error. */
export class ErrorSamples {
  readonly #file: ErrorSampleFile;

  constructor(path: string) {
    this.#file = new ErrorSampleFile(path);
  }

  add(result: Result, label: string, startedAtMs: number): void {
    if (result.isTransaction) {
      return;
    }
    const { code, failureMessage, message } = result;
    const kind = errorKind({ label, code, message: failureMessage || message });
    if (this.#file.accepts(kind)) {
      this.#file.add({ ...kind, ...contentOf(result, startedAtMs) });
    }
  }

  close(): void {
    this.#file.close();
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

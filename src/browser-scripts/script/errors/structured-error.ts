/** What kind of trouble a step met; `_kind` and the rest are what scripts of the original could read. */
export type ErrorData =
  | { _kind: 'assertion'; assertionName: string; operator?: unknown; expected?: unknown; actual?: unknown }
  | { _kind: 'net'; kind: 'net'; subKind: 'not-resolved' | 'navigation-timeout' | 'other'; url?: string }
  | { _kind: 'net'; kind: 'http'; subKind: 'not-ok' | 'no-response'; code?: number; url?: string }
  | { _kind: 'action'; kind: 'wait-timeout' | 'node-detached'; action?: string }
  | { _kind: 'locator'; kind: 'element-not-found'; locator: string }
  | { _kind: 'puppeteer'; kind: 'execution-context-destroyed' | 'evaluation-timeout' }
  | { _kind: 'empty'; kind: 'empty' };

export type ErrorSource = 'browser' | 'elementHandle' | 'test';

/** An error that says where in the API it came from. */
export class StructuredError extends Error {
  readonly data: ErrorData;
  source: ErrorSource = 'test';
  callContext = '';
  originalError: Error | undefined;
  wrappedUnstructured = false;

  constructor(message: string, data: ErrorData, originalError?: Error) {
    super(message);
    this.name = 'StructuredError';
    this.data = data;
    this.originalError = originalError;
  }
}

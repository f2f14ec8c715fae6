import { type ErrorSource, StructuredError } from './structured-error.ts';

/** Turns whatever a call of the API threw into an error that says what kind of trouble it was. */
export function classify(thrown: unknown, source: ErrorSource, callContext: string): StructuredError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const structured = error instanceof StructuredError ? error : recognise(error);
  if (structured.callContext === '') {
    structured.source = source;
    structured.callContext = callContext;
  }
  return structured;
}

function recognise(error: Error): StructuredError {
  const text = firstSentence(error.message);
  if (error.name.startsWith('AssertionError')) {
    const { operator, expected, actual } = error as Error & Record<string, unknown>;
    return new StructuredError(
      error.message,
      { _kind: 'assertion', assertionName: error.name, operator, expected, actual },
      error,
    );
  }
  if (/ERR_NAME_NOT_RESOLVED/.test(text)) {
    return new StructuredError(text, { _kind: 'net', kind: 'net', subKind: 'not-resolved' }, error);
  }
  if (/net::ERR_|NS_ERROR_/.test(text)) {
    return new StructuredError(text, { _kind: 'net', kind: 'net', subKind: 'other' }, error);
  }
  if (error.name === 'TimeoutError' && /goto|waitForNavigation|waitForURL/.test(text)) {
    return new StructuredError(text, { _kind: 'net', kind: 'net', subKind: 'navigation-timeout' }, error);
  }
  if (/not attached to the DOM|detached from document/i.test(error.message)) {
    return new StructuredError(
      'Node is detached from document',
      { _kind: 'action', kind: 'node-detached' },
      error,
    );
  }
  if (/Execution context was destroyed/.test(text)) {
    return new StructuredError(text, { _kind: 'puppeteer', kind: 'execution-context-destroyed' }, error);
  }
  const bare = new StructuredError(text, { _kind: 'empty', kind: 'empty' }, error);
  bare.wrappedUnstructured = true;
  return bare;
}

/** Playwright puts its call log and colours below the sentence. */
export function firstSentence(message: string): string {
  const plain = message.replace(/\u001b\[[0-9;]*m/g, '');
  return (plain.split(/\n\s*Call log:|\n=+ logs =+/)[0] ?? plain).trim();
}

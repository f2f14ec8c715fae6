/** Read position within a response. */
export type Stage =
  | 'head'
  | 'length'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailer'
  | 'until-close'
  | 'done';

/** HttpClient's message for a response that ends prematurely. */
export function prematureEnd(stage: Stage, expectedBytes: number, receivedBytes: number): string {
  const expected = withCommas(expectedBytes);
  const received = withCommas(receivedBytes);
  switch (stage) {
    case 'length':
      return `Premature end of Content-Length delimited message body (expected: ${expected}; received: ${received})`;
    case 'chunk-data':
      return `Truncated chunk (expected size: ${expected}; actual size: ${received})`;
    case 'chunk-end':
      return 'CRLF expected at end of chunk';
    default:
      return 'Premature end of chunk coded message body: closing chunk expected';
  }
}

const withCommas = (count: number) => count.toLocaleString('en-US');

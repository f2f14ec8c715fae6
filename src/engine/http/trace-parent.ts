import { randomFillSync } from 'node:crypto';

const traceBytes = 16;
const spanBytes = 8;
const valuesPerFill = 256;

/** Makes values of the header `traceparent` (W3C Trace Context, version 00), each with a new trace. */
export function traceParents(isSampled: boolean): () => string {
  const bytes = Buffer.allocUnsafeSlow((traceBytes + spanBytes) * valuesPerFill);
  const flags = isSampled ? '01' : '00';
  let at = bytes.length;
  const take = (size: number) => {
    at += size;
    return bytes.toString('hex', at - size, at);
  };
  return () => {
    if (at === bytes.length) {
      randomFillSync(bytes);
      at = 0;
    }
    return `00-${take(traceBytes)}-${take(spanBytes)}-${flags}`;
  };
}

/** Adds the header to the head of a request, unless the plan sets it. */
export function withTraceParent(head: string, value: string): string {
  return /\r\ntraceparent:/i.test(head) ? head : `${head.slice(0, -2)}traceparent: ${value}\r\n\r\n`;
}

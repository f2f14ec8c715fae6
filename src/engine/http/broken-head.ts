import { endOfLine, namesProtocol } from './head-bytes.ts';

const cr = 0x0d;
const lf = 0x0a;
const colon = 0x3a;
const space = 0x20;
const tab = 0x09;

/** Bytes that complete a truncated head, and one truncated within a line end; surplus bytes are ignored. */
const headEnd = Buffer.from('\r\n\r\n');
const lastLineEnd = Buffer.from('\n\r\n');

/**
 * HttpClient treats a truncated head, and its truncated last line, as complete. Returns the bytes that complete it;
 * undefined when it is not a head.
 */
export function endOfBrokenHead(head: Buffer, length: number): Buffer | undefined {
  const statusAt = statusLineIn(head, length);
  const last = head.lastIndexOf(lf, length - 1) + 1;
  if (statusAt < 0 || (statusAt < last && last < length && isNoHeader(head, last, length))) {
    return undefined;
  }
  return head[length - 1] === cr ? lastLineEnd : headEnd;
}

function statusLineIn(data: Buffer, length: number): number {
  for (let start = 0; start < length; ) {
    const end = endOfLine(data, start, length);
    if (namesProtocol(data, start, end)) {
      return start;
    }
    start = end + 1;
  }
  return -1;
}

/** Whether the line is neither a header, nor its continuation, nor empty. */
function isNoHeader(data: Buffer, start: number, end: number): boolean {
  const first = data[start];
  return first !== cr && first !== space && first !== tab && !data.subarray(start, end).includes(colon);
}

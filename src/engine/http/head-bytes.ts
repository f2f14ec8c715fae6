const cr = 0x0d;
const lf = 0x0a;
const colon = 0x3a;
const space = 0x20;
const tab = 0x09;

/** Position of the next line feed; `end` when there is none. */
export function endOfLine(data: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && data[at] !== lf) {
    at += 1;
  }
  return at;
}

/** Whether the line looks like a status line: `HTTP/` followed by at least three bytes. */
export function namesProtocol(data: Buffer, from: number, end: number): boolean {
  const start = trimmedStart(data, from, end);
  return (
    end - start >= 8 &&
    data[start] === 0x48 &&
    data[start + 1] === 0x54 &&
    data[start + 2] === 0x54 &&
    data[start + 3] === 0x50 &&
    data[start + 4] === 0x2f
  );
}

export const hasLineFeed = (data: Buffer, from: number, end: number) => endOfLine(data, from, end) < end;

/** Whether the line is a header with this lower-case name. The caller has checked the first letter. */
export function isName(data: Buffer, start: number, end: number, name: string): boolean {
  const { length } = name;
  if (start + length >= end || data[start + length] !== colon) {
    return false;
  }
  for (let at = 1; at < length; at++) {
    if (((data[start + at] ?? 0) | 0x20) !== name.charCodeAt(at)) {
      return false;
    }
  }
  return true;
}

/** The text without surrounding blanks and line ends. */
export function valueIn(data: Buffer, start: number, end: number): string {
  const last = trimmedEnd(data, start, end);
  return data.toString('latin1', trimmedStart(data, start, last), last);
}

export function trimmedStart(data: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && (data[at] === space || data[at] === tab)) {
    at += 1;
  }
  return at;
}

export function trimmedEnd(data: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start) {
    const byte = data[at - 1];
    if (byte !== cr && byte !== lf && byte !== space && byte !== tab) {
      break;
    }
    at -= 1;
  }
  return at;
}

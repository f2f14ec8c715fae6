/**
 * Pairs of bytes in rows of GB2312 that GBK, the web's decoder, has and Java's GB2312 has not: first and last of each
 * range.
 */
const notInGb2312: readonly (readonly [number, number])[] = [
  ...([
    [0xa2a1, 0xa2b0],
    [0xa2e3, 0xa2e4],
    [0xa2ef, 0xa2f0],
    [0xa2fd, 0xa2fe],
    [0xa4f4, 0xa4fe],
  ] as const),
  ...([
    [0xa5f7, 0xa5fe],
    [0xa6b9, 0xa6c0],
    [0xa6d9, 0xa6fe],
    [0xa7c2, 0xa7d0],
    [0xa7f2, 0xa7fe],
  ] as const),
  ...([
    [0xa8bb, 0xa8c4],
    [0xa8ea, 0xa8fe],
    [0xa9a1, 0xa9a3],
    [0xa9f0, 0xa9fe],
    [0xaaa1, 0xaffe],
  ] as const),
  [0xd7fa, 0xd7fe],
];

/** Decodes bytes like Java's GB2312. Throws for unmapped bytes: Java's replacement differs from row to row. */
export function decodeGb2312(bytes: Buffer): string {
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) {
      continue;
    }
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (!isPair(pair)) {
      throw new Error(`The bytes at position ${at} are no character of GB2312`);
    }
    at += 1;
  }
  // Java maps these two characters differently.
  return new TextDecoder('gbk')
    .decode(bytes)
    .replace(/\u00b7/g, '\u30fb')
    .replace(/\u2014/g, '\u2015');
}

function isPair(pair: number): boolean {
  const [row, cell] = [pair >> 8, pair & 0xff];
  return (
    row >= 0xa1 &&
    row <= 0xf7 &&
    cell >= 0xa1 &&
    cell <= 0xfe &&
    !notInGb2312.some(([first, last]) => pair >= first && pair <= last)
  );
}

import fc from 'fast-check';

/** Each piece takes a microsecond, so that after some of them the rest comes at once. */
const maxPieces = 2000;

/** Where the bytes of a connection are split: sizes of the pieces, repeated. */
export const pieceSizes = fc.array(fc.constantFrom(1, 2, 3, 7, 64, 1000, 65_536), {
  minLength: 1,
  maxLength: 3,
});

export function* pieces(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = turn < maxPieces ? (sizes[turn % sizes.length] ?? 1) : bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

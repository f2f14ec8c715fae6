import fc from 'fast-check';
import { fuzzSeed } from './fuzz.ts';

const maxRepeatedBytes = 32 * 1024;
const oddNumbers = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const kinds = ['set', 'insert', 'remove', 'cut', 'repeat', 'number'] as const;

/** Bits: the kind, a length of up to 63 bytes, a byte, and a place. One number each, since a million are generated. */
const changes = fc.array(fc.nat(0x7fffffff), { maxLength: 6 });

/** A few hundred valid inputs, made once: encoding takes longer than decoding. */
export function samplesOf<T>(valid: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.constantFrom(...fc.sample(valid, { numRuns: 300, seed: fuzzSeed }));
}

/** Valid bytes with up to six changes: bytes set, inserted, removed, repeated, cut off, or replaced by an odd number. */
export function damaged(valid: fc.Arbitrary<Uint8Array>, maxBytes = 64 * 1024): fc.Arbitrary<Buffer> {
  return fc
    .tuple(valid, changes)
    .map(([bytes, list]) => list.reduce(apply, Buffer.from(bytes)).subarray(0, maxBytes));
}

/** Text with up to six changes. */
export function damagedText(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return damaged(valid.map((text) => Buffer.from(text))).map((bytes) => bytes.toString('utf8'));
}

function apply(bytes: Buffer, change: number): Buffer {
  const kind = kinds[(change & 7) % kinds.length] ?? 'set';
  const length = (change >> 3) & 63;
  const byte = (change >> 9) & 0xff;
  const at = bytes.length === 0 ? 0 : (change >> 9) % bytes.length;
  const before = bytes.subarray(0, at);
  const chosen = bytes.subarray(at, at + length);
  switch (kind) {
    case 'set':
      return Buffer.concat([before, Buffer.of(byte), bytes.subarray(at + 1)]);
    case 'insert':
      return Buffer.concat([before, Buffer.of(byte), bytes.subarray(at)]);
    case 'remove':
      return Buffer.concat([before, bytes.subarray(at + length)]);
    case 'cut':
      return before;
    case 'repeat': {
      // Mostly a few times, rarely very often.
      const often = Math.floor(maxRepeatedBytes / Math.max(1, chosen.length));
      const times = byte < 250 ? byte % 8 : often;
      return Buffer.concat([before, ...Array<Buffer>(times).fill(chosen), bytes.subarray(at)]);
    }
    case 'number': {
      const number = Buffer.alloc(4);
      number.writeUInt32BE(oddNumbers[byte % oddNumbers.length] ?? 0);
      return Buffer.concat([before, number, bytes.subarray(at + 4)]);
    }
  }
}

/** Text of pieces that mean something to the parser, mixed with a little random text. */
export function textOf(pieces: readonly string[], maxLength = 12): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  );
  return fc.array(piece, { maxLength }).map((list) => list.join(''));
}

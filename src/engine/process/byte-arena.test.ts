import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ByteArena } from './byte-arena.ts';

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

it('keeps copies of short and long texts apart from each other', () => {
  const arena = new ByteArena();
  const texts = Array.from({ length: 3000 }, (_, index) => `${index} `.repeat(index % 40));
  texts.push('x'.repeat(50_000), 'last');
  const scratch = Buffer.alloc(60_000);
  const kept = texts.map((text) => arena.keep(scratch.subarray(0, scratch.write(text))));
  assert.deepEqual(kept.map(textOf), texts);
});

it('needs little more memory than the texts have', () => {
  const arena = new ByteArena();
  const kept = Array.from({ length: 10_000 }, (_, index) => arena.keep(Buffer.from(`Users 1-${index}`)));
  const chunks = new Set(kept.map(({ buffer }) => buffer));
  const total = [...chunks].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const needed = kept.reduce((sum, { length }) => sum + length, 0);
  assert.ok(total < needed + 32 * 1024, `${total} bytes for ${needed}`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FrameFault, frameRewriter } from './frame-rewriter.ts';

const mask = [0, 0, 0, 0];
const binary = (byte: number) => Buffer.from([0x82, 0x81, ...mask, byte]);
const text = Buffer.from([0x81, 0x81, ...mask, 0x61]);
const long = Buffer.concat([Buffer.from([0x82, 0xfe, 1, 0, ...mask]), Buffer.alloc(256, 7)]);

test('frames are passed on whole, in any pieces', () => {
  const bytes = Buffer.concat([text, long, binary(1)]);
  for (const size of [1, 3, 100, 1000]) {
    const rewrite = frameRewriter(() => undefined);
    const sent: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) sent.push(rewrite(bytes.subarray(at, at + size)));
    assert.deepEqual(Buffer.concat(sent), bytes);
  }
});

test('binary frames are repeated or swapped, text is not', () => {
  let fault: FrameFault = 'repeat';
  const rewrite = frameRewriter(() => fault);
  assert.deepEqual(rewrite(Buffer.concat([text, binary(1)])), Buffer.concat([text, binary(1), binary(1)]));
  fault = 'swap';
  assert.deepEqual(
    rewrite(Buffer.concat([binary(1), binary(2), text, binary(3)])),
    Buffer.concat([binary(2), binary(1), text, binary(3)]),
  );
});

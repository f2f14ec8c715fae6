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
    const { rewrite } = frameRewriter(
      () => undefined,
      () => assert.fail('nothing is changed'),
    );
    const sent: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) sent.push(rewrite(bytes.subarray(at, at + size)));
    assert.deepEqual(Buffer.concat(sent), bytes);
  }
});

test('binary frames are repeated or swapped, text is not', () => {
  let fault: FrameFault = 'repeat';
  let changes = 0;
  const { rewrite, release } = frameRewriter(
    () => fault,
    () => {
      changes += 1;
    },
  );
  assert.deepEqual(rewrite(Buffer.concat([text, binary(1)])), Buffer.concat([text, binary(1), binary(1)]));
  fault = 'swap';
  // Also when the second frame arrives later, which is usual: a node sends a frame per second.
  assert.deepEqual(rewrite(binary(1)), Buffer.alloc(0));
  assert.deepEqual(rewrite(binary(2)), Buffer.concat([binary(2), binary(1)]));
  assert.equal(changes, 2);
  rewrite(binary(3));
  assert.deepEqual(release(), binary(3));
  assert.deepEqual(release(), Buffer.alloc(0));
  assert.equal(changes, 2);
});

test('a held frame is sent before the first frame after the fault', () => {
  let fault: FrameFault = 'swap';
  const { rewrite } = frameRewriter(
    () => fault,
    () => assert.fail('nothing is changed'),
  );
  rewrite(binary(1));
  assert.deepEqual(rewrite(text), text);
  fault = undefined;
  assert.deepEqual(rewrite(binary(2)), Buffer.concat([binary(1), binary(2)]));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { newId } from '../lib/id.ts';
import { decodeFrameMessage, encodeFrameMessage, type SentFrame } from './frame-message.ts';

/** Seeded random numbers, so that failures are reproducible. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomFrames(random: (below: number) => number): SentFrame[] {
  return Array.from({ length: random(6) }, () => ({
    seq: 1 + random(2 ** 32 - 1),
    second: random(2 ** 32),
    payload: Buffer.from(Array.from({ length: random(40) }, () => random(256))),
  }));
}

test('decodes frames as encoded, without copying', () => {
  const random = randomOf(1);
  for (let round = 0; round < 200; round++) {
    const executionId = newId();
    const frames = randomFrames(random);
    const bytes = encodeFrameMessage(executionId, frames);
    const message = decodeFrameMessage(bytes);
    assert.equal(message.executionId, executionId);
    assert.deepEqual(message.frames, frames);
    for (const frame of message.frames) assert.equal(frame.payload.buffer, bytes.buffer);
  }
});

test('a truncated message is rejected or contains complete frames only', () => {
  const random = randomOf(2);
  const frames: SentFrame[] = [1, 2, 3].map((seq) => ({
    seq,
    second: 100 + seq,
    payload: Buffer.alloc(7, seq),
  }));
  const bytes = encodeFrameMessage(newId(), frames);
  for (let length = 0; length < bytes.length; length++) expectSound(bytes.subarray(0, length), frames);
  for (let round = 0; round < 20_000; round++) {
    const mangled = Buffer.from(bytes);
    for (let flips = 1 + random(4); flips > 0; flips--) mangled[random(mangled.length)] = random(256);
    expectSound(mangled.subarray(random(3), mangled.length - random(20)));
  }
});

function expectSound(bytes: Buffer, frames?: SentFrame[]): void {
  try {
    const message = decodeFrameMessage(bytes);
    let size = 23;
    for (const frame of message.frames) size += 12 + frame.payload.byteLength;
    assert.equal(size, bytes.length);
    if (frames) assert.deepEqual(message.frames, frames.slice(0, message.frames.length));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    assert.equal(error.code, 'malformed');
  }
}

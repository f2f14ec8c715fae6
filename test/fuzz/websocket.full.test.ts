import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeFrame, type Frame, frameType } from '../../src/engine/http/websocket/frame.ts';
import { CompressedFrame, FrameReader } from '../../src/engine/http/websocket/frame-reader.ts';
import { UpgradeReader, type UpgradeResponse } from '../../src/engine/http/websocket/upgrade.ts';
import { WebSocketFailure } from '../../src/engine/http/websocket/websocket-failure.ts';
import { fuzz } from './fuzz.ts';
import { pieceSizes, pieces } from './pieces.ts';
import { serverFrames, upgradeKey, upgradeResponse } from './websocket-inputs.ts';

// What a server under test sends over WebSocket connections of virtual users.

/** Frames, and the failure of the last read. */
interface Read {
  frames: Frame[];
  failure: string;
}

function messageOf(error: unknown): string {
  assert.ok(error instanceof WebSocketFailure || error instanceof CompressedFrame, String(error));
  return `${error.constructor.name} ${error.message}`;
}

function readFrames(parts: Iterable<Buffer>): Read {
  const reader = new FrameReader();
  const frames: Frame[] = [];
  try {
    for (const part of parts) {
      reader.add(part);
      for (let frame = reader.next(); frame; frame = reader.next()) frames.push(frame);
    }
    throw reader.atEnd();
  } catch (error) {
    return { frames, failure: messageOf(error) };
  }
}

fuzz('frames of a WebSocket server, at once and in pieces', {
  inputs: 120_000,
  from: fc.tuple(serverFrames, pieceSizes),
  parse([bytes, sizes]) {
    const whole = readFrames([bytes]);
    let total = 0;
    for (const frame of whole.frames) {
      total += frame.sizeBytes;
      assert.ok(frameType(frame) !== '' && describeFrame(frame) !== '');
    }
    assert.ok(total <= bytes.length);
    const split = readFrames(pieces(bytes, sizes));
    assert.equal(split.failure, whole.failure);
    assert.equal(split.frames.length, whole.frames.length);
    for (const [at, frame] of split.frames.entries()) {
      assert.ok(frame.payload.equals(whole.frames[at]?.payload ?? Buffer.alloc(0)));
    }
  },
});

function readUpgrade(parts: Iterable<Buffer>): string {
  const reader = new UpgradeReader(upgradeKey);
  let response: UpgradeResponse | undefined;
  let rest = 0;
  try {
    for (const part of parts) {
      if (response) rest += part.length;
      else response = reader.add(part);
    }
    response ??= reader.end();
    return JSON.stringify([response.headers, response.sizeBytes, response.rest.length + rest]);
  } catch (error) {
    return messageOf(error);
  }
}

fuzz('responses to a WebSocket upgrade, at once and in pieces', {
  inputs: 80_000,
  from: fc.tuple(upgradeResponse, pieceSizes),
  parse: ([bytes, sizes]) => assert.equal(readUpgrade(pieces(bytes, sizes)), readUpgrade([bytes])),
});

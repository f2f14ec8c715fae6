import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeFrame, type Frame } from './frame.ts';
import { FrameReader } from './frame-reader.ts';

/** A frame as a server sends it: not masked. */
function unmasked(opcode: number, payload: string): Buffer {
  const bytes = Buffer.from(payload);
  const head = bytes.length < 126 ? [bytes.length] : [126, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head]), bytes]);
}

function readAll(pieces: readonly Buffer[]): Frame[] {
  const reader = new FrameReader();
  const frames: Frame[] = [];
  for (const piece of pieces) {
    reader.add(piece);
    for (let frame = reader.next(); frame; frame = reader.next()) {
      frames.push(frame);
    }
  }
  return frames;
}

describe('FrameReader', () => {
  it('reads the same frames wherever their bytes are split', () => {
    const bytes = Buffer.concat([
      unmasked(1, 'text ä'),
      unmasked(9, ''),
      unmasked(2, 'x'.repeat(300)),
      unmasked(8, 'no'),
    ]);
    const whole = readAll([bytes]);
    assert.deepEqual(
      whole.map(({ kind, payload, sizeBytes }) => [kind, payload.length, sizeBytes]),
      [
        ['text', 7, 9],
        ['ping', 0, 2],
        ['binary', 300, 304],
        ['close', 2, 4],
      ],
    );
    for (let at = 0; at <= bytes.length; at++) {
      assert.deepEqual(readAll([bytes.subarray(0, at), bytes.subarray(at)]), whole);
    }
    assert.deepEqual(readAll([...bytes].map((byte) => Buffer.from([byte]))), whole);
  });

  it('keeps the bytes of an incomplete frame until the rest arrives', () => {
    const reader = new FrameReader();
    reader.add(Buffer.from('810361', 'hex'));
    assert.equal(reader.next(), undefined);
    assert.equal(reader.unreadBytes, 3);
    reader.add(Buffer.from('6263', 'hex'));
    assert.equal(reader.next()?.payload.toString(), 'abc');
    assert.equal(reader.unreadBytes, 0);
  });
});

it('masks the payload of a frame to send', () => {
  for (const size of [0, 3, 126, 65_536]) {
    const payload = Buffer.alloc(size, 'abcdefg');
    const frame = encodeFrame('binary', payload);
    const from = frame.length - size;
    const mask = frame.subarray(from - 4, from);
    const sent = frame.subarray(from).map((byte, at) => byte ^ (mask[at & 3] as number));
    assert.equal((frame[1] as number) >> 7, 1);
    assert.equal(Buffer.compare(Buffer.from(sent), payload), 0);
  }
});

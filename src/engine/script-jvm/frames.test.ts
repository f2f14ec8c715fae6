import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameSplitter, firstFrameMark } from './frame-reader.ts';
import { FrameWriter } from './frame-writer.ts';

function frames(): Buffer {
  const writer = new FrameWriter();
  writer.begin(7);
  const countAt = writer.placeInt();
  writer.text('ä€😀');
  writer.text(undefined);
  writer.text('');
  writer.bytes(Buffer.from([0, 255]));
  writer.setInt(countAt, -5);
  writer.end();
  writer.begin(8);
  writer.text('x'.repeat(100_000));
  writer.end();
  const taken = writer.take();
  assert.equal(writer.isEmpty, true);
  return Buffer.concat([Buffer.from('[0.1s] a line of the JVM\n'), firstFrameMark, taken]);
}

test('frames that arrive in parts of any size are read as they were written', () => {
  const bytes = frames();
  for (const size of [1000, 7, bytes.length]) {
    const splitter = new FrameSplitter();
    const kinds: number[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      for (const frame of splitter.add(bytes.subarray(at, at + size))) {
        kinds.push(frame.byte());
        if (kinds.length === 1) {
          assert.equal(frame.int(), -5);
          assert.deepEqual([frame.text(), frame.text(), frame.text()], ['ä€😀', undefined, '']);
          assert.deepEqual([...(frame.bytes() ?? [])], [0, 255]);
        } else {
          assert.equal(frame.text()?.length, 100_000);
        }
      }
    }
    assert.deepEqual(kinds, [7, 8]);
  }
});

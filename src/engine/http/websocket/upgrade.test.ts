import assert from 'node:assert/strict';
import { it } from 'node:test';
import { acceptOf, UpgradeReader } from './upgrade.ts';

const accepting = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf('key')}\r\n`;

it('reads the same response to an upgrade wherever its bytes are split', () => {
  const bytes = Buffer.from(`${accepting}A: b\r\nA: c\r\n\r\nframes`);
  const whole = new UpgradeReader('key').add(bytes);
  assert.deepEqual(whole?.headers[0], ['A', 'b, c']);
  assert.equal(whole?.rest.toString(), 'frames');
  assert.equal(whole?.sizeBytes, bytes.length - 'frames'.length);
  for (let at = 1; at < whole.sizeBytes; at++) {
    const reader = new UpgradeReader('key');
    assert.equal(reader.add(bytes.subarray(0, at)), undefined);
    assert.deepEqual(reader.add(bytes.subarray(at)), whole);
  }
});

it('counts the reads that find the end of the stream', () => {
  const ends = (text: string) => {
    const reader = new UpgradeReader('key');
    reader.add(Buffer.from(text));
    return reader.end().sizeBytes - text.length;
  };
  assert.equal(ends(accepting), 1);
  assert.equal(ends(`${accepting}A: b`), 2);
  assert.throws(() => new UpgradeReader('key').end(), /Empty response/);
});

it('rejects a response to an upgrade that does not end', () => {
  const reader = new UpgradeReader('key');
  assert.throws(() => {
    for (;;) {
      reader.add(Buffer.alloc(1 << 16, 'x'));
    }
  }, /larger than 1 MiB/);
});

// Runs in its own process: measures its memory.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeCa, makeServerCertificate } from '../../../api/tls/certificates.ts';
import { whereAvailable } from '../io-uring.ts';
import { pieceBytes, SecureChannels } from './secure-channels.ts';
import { serverContext, TlsPair, type Version } from './testing/tls-peer.ts';

const channels = whereAvailable(() => new SecureChannels());
const skip = channels === undefined && 'OpenSSL cannot be called';
const megabyte = 2 ** 20;

async function contextOf(version: Version): Promise<bigint> {
  const ca = await makeCa(Date.now(), 'test');
  return serverContext(version, await makeServerCertificate(ca, ['127.0.0.1'], Date.now()));
}

for (const version of ['TLS 1.2', 'TLS 1.3'] satisfies Version[]) {
  describe(`a channel of ${version}`, { skip }, () => {
    const pairOf = async (options = {}) => new TlsPair(channels!, await contextOf(version), options);

    it('writes after the handshake what was written before', async () => {
      const pair = await pairOf();
      pair.channel.write('a');
      pair.channel.write(Buffer.from('b'));
      pair.connect();
      pair.channel.write('c');
      pair.serve();
      assert.deepEqual([pair.received, pair.log], ['abc', ['secured']]);
      pair.free();
    });

    it('reads the same wherever the bytes are split', async () => {
      const pair = (await pairOf()).connect();
      const texts = ['first', 'x'.repeat(40), 'last'];
      const sent = () => {
        pair.log.length = 0;
        for (const text of texts) pair.write(text);
        return pair.takeBytes();
      };
      const first = sent();
      pair.deliver(first, ...first.keys());
      assert.deepEqual(pair.log, texts);
      for (let end = 1; end < first.length; end++) {
        pair.deliver(sent(), end);
        assert.deepEqual(pair.log, texts, `split at ${end}`);
      }
      pair.free();
    });

    it('reads a handshake that arrives byte by byte', async () => {
      const pair = await pairOf();
      pair.channel.start();
      while (pair.log.length === 0) {
        pair.serve();
        const bytes = pair.takeBytes();
        pair.deliver(bytes, ...bytes.keys());
      }
      assert.deepEqual(pair.log, ['secured']);
      pair.free();
    });

    it('writes and reads whole what is longer than its memory', async () => {
      const pair = (await pairOf()).connect();
      const text = Array.from({ length: 40_000 }, (_, index) => index).join();
      assert.ok(text.length > 3 * pieceBytes);
      pair.channel.write(text);
      pair.channel.write(Buffer.from(text));
      pair.serve();
      assert.ok(pair.received === text + text);
      pair.log.length = 0;
      pair.write(text);
      pair.deliver();
      assert.ok(pair.log.join('') === text);
      pair.free();
    });

    it('resumes a session that it was issued, and only once reports it', async () => {
      const context = await contextOf(version);
      const first = new TlsPair(channels!, context).connect();
      if (version === 'TLS 1.3') {
        // Followed by data in the same bytes.
        first.issueTicket();
        first.write('data');
        first.deliver();
      }
      first.write('more');
      first.deliver();
      assert.deepEqual(
        first.sessions.map(({ isTls13, isResumed }) => [isTls13, isResumed]),
        [[version === 'TLS 1.3', false]],
      );
      const ticket = first.sessions[0]?.ticket;
      first.free();
      const second = new TlsPair(channels!, context, { ticket }).connect();
      if (version === 'TLS 1.3') {
        second.issueTicket();
        second.deliver();
        assert.deepEqual(
          second.sessions.map(({ isResumed }) => isResumed),
          [true],
        );
      } else {
        assert.deepEqual(second.sessions, []);
      }
      second.free();
      const third = new TlsPair(channels!, context, { ticket: Buffer.from('no session') }).connect();
      assert.deepEqual(third.log, ['secured']);
      third.free();
    });

    it('reports the end once, after the data before it', async () => {
      const pair = (await pairOf()).connect();
      pair.write('last');
      pair.shutdown();
      pair.deliver();
      assert.deepEqual(pair.log, ['secured', 'last', 'end']);
      pair.free();
    });

    it('reports what is not a record', async () => {
      const pair = (await pairOf()).connect();
      pair.deliver(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
      assert.match(
        pair.log.at(-1) ?? '',
        /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|BAD_RECORD_TYPE): /,
      );
      pair.free();
    });

    it('reports an alert after the handshake by its number', async () => {
      const pair = (await pairOf()).connect();
      // A record that is not encrypted.
      pair.sendToServer(Buffer.from([23, 3, 3, 0, 32, ...Buffer.alloc(32)]));
      pair.serve();
      pair.deliver();
      assert.match(pair.log.at(-1) ?? '', /^ERR_SSL_.*ALERT_BAD_RECORD_MAC: .*SSL alert number 20$/);
      pair.free();
    });

    it('reports an alert of the handshake by its number', async () => {
      const pair = await pairOf();
      pair.channel.start();
      pair.deliver(Buffer.from([21, 3, 3, 0, 2, 2, 40]));
      assert.match(pair.log.join(), /^EPROTO: .*SSL alert number 40$/);
      pair.free();
    });
  });
}

it('continues with new keys of TLS 1.3', { skip }, async () => {
  const pair = new TlsPair(channels!, await contextOf('TLS 1.3')).connect();
  pair.write('before');
  pair.updateKeys();
  pair.write('after');
  pair.deliver();
  pair.channel.write('to the server');
  pair.serve();
  assert.deepEqual([pair.log, pair.received], [['secured', 'before', 'after'], 'to the server']);
  pair.free();
});

it('writes after a renegotiation what was written during it, once', { skip }, async () => {
  const pair = new TlsPair(channels!, await contextOf('TLS 1.2')).connect();
  pair.renegotiate();
  pair.deliver();
  assert.equal(pair.channel.seal('sealed'), false);
  pair.channel.write('a'.repeat(pieceBytes + 1));
  pair.channel.write('b');
  assert.equal(pair.received, '');
  for (let turn = 0; turn < 4; turn++) {
    pair.serve();
    pair.deliver();
  }
  assert.equal(pair.received, `${'a'.repeat(pieceBytes + 1)}b`);
  assert.deepEqual(pair.log, ['secured']);
  pair.free();
});

it('keeps channels apart that share memory', { skip }, async () => {
  const context = await contextOf('TLS 1.3');
  const pairs = Array.from({ length: 10 }, () => new TlsPair(channels!, context).connect());
  for (const [index, pair] of pairs.entries()) {
    pair.channel.write(`to ${index}`);
    pair.write(`from ${index}`);
  }
  const bytes = pairs.map((pair) => pair.takeBytes());
  // Half a record each.
  for (const [index, pair] of pairs.entries()) pair.deliver(bytes[index]!.subarray(0, 10));
  for (const [index, pair] of pairs.entries()) pair.deliver(bytes[index]!.subarray(10));
  for (const [index, pair] of pairs.entries()) {
    pair.serve();
    assert.deepEqual([pair.received, pair.log], [`to ${index}`, ['secured', `from ${index}`]]);
    pair.free();
  }
});

for (const { what, count, maxBytes, use } of [
  {
    what: 'that were connected',
    count: 1000,
    // A leaked session alone takes 8 KB.
    maxBytes: 5 * megabyte,
    use: (pair: TlsPair) => {
      pair.connect().issueTicket();
      pair.deliver();
    },
  },
  {
    what: 'that were broken off',
    count: 5000,
    // A leaked channel takes more than 10 KB.
    maxBytes: 25 * megabyte,
    use: (pair: TlsPair) => pair.channel.start(),
  },
  { what: 'that were not used', count: 5000, maxBytes: 25 * megabyte, use: () => {} },
]) {
  it(`frees the memory of channels ${what}`, { skip }, async () => {
    const context = await contextOf('TLS 1.3');
    const openBefore = channels!.open;
    const useAll = (times: number) => {
      for (let index = 0; index < times; index++) {
        const pair = new TlsPair(channels!, context);
        use(pair);
        pair.free();
      }
    };
    useAll(300);
    const before = process.memoryUsage.rss();
    useAll(count);
    assert.equal(channels!.open, openBefore);
    const more = process.memoryUsage.rss() - before;
    assert.ok(more < maxBytes, `${more} bytes more`);
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Progress, ResponseParser } from './response-parser.ts';

interface Read {
  progress: Progress;
  status: number;
  reason: string;
  body: string;
  isKeepAlive: boolean;
  wireBytes: number;
  problem: string;
}

/** Reads a response that arrives in pieces of `size` bytes and then, if asked to, the end of the connection. */
function read(text: string, options: { size?: number; isHead?: boolean; ends?: boolean } = {}): Read {
  const data = Buffer.from(text, 'latin1');
  const { size = data.length } = options;
  const parser = new ResponseParser();
  parser.begin(options.isHead ?? false, true, true);
  let progress: Progress = 'more';
  for (let at = 0; at < data.length && progress !== 'broken'; at += size) {
    progress = parser.feed(data.subarray(at, at + size));
  }
  if (options.ends && progress === 'more') {
    progress = parser.end();
  }
  const { status, reason, isKeepAlive, headBytes, bodyBytes, problem } = parser;
  const body = parser.body().toString('latin1');
  return { progress, status, reason, body, isKeepAlive, wireBytes: headBytes + bodyBytes, problem };
}

const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Other: a: b\r\n\r\nhello';
const chunked =
  'HTTP/1.1 201 Created here\r\ntransfer-encoding:  gzip, Chunked \r\n\r\n5;name="v;x"\r\nhello\r\n1\r\n,\r\n6 \r\n world\r\n0\r\nTrailer: x\r\n\r\n';

describe('reading responses', () => {
  it('reads them however they are cut into pieces', () => {
    for (const [text, body] of [
      [plain, 'hello'],
      [chunked, 'hello, world'],
      [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${plain}`, 'hello'],
      [`\r\n\r\n${plain}`, 'hello'],
      [plain.replaceAll('\r\n', '\n'), 'hello'],
    ] as const) {
      for (let size = 1; size <= text.length; size++) {
        const found = read(text, { size });
        assert.equal(found.progress, 'done', `${size}: ${text}`);
        assert.equal(found.body, body);
        assert.equal(found.wireBytes, text.length);
        assert.equal(found.isKeepAlive, true);
      }
    }
  });

  it('knows status and reason, also an empty one', () => {
    const { status, reason } = read(chunked);
    assert.deepEqual([status, reason], [201, 'Created here']);
    assert.equal(read('HTTP/1.1 204\r\n\r\n').reason, '');
    assert.equal(read('HTTP/1.1 204 \r\n\r\n').progress, 'done');
  });

  it('expects no body where there is none', () => {
    assert.equal(read('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', { isHead: true }).progress, 'done');
    assert.equal(read('HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n').progress, 'done');
    assert.equal(read('HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n').progress, 'done');
  });

  it('reads until the connection closes when no length is given', () => {
    const text = 'HTTP/1.1 200 OK\r\n\r\nall of it';
    assert.equal(read(text).progress, 'more');
    const found = read(text, { ends: true });
    assert.deepEqual([found.progress, found.body, found.isKeepAlive], ['done', 'all of it', false]);
  });

  it('keeps a connection only when both sides mean to', () => {
    assert.equal(read(plain.replace('X-Other: a: b', 'Connection: close')).isKeepAlive, false);
    assert.equal(read(plain.replace('HTTP/1.1', 'HTTP/1.0')).isKeepAlive, false);
    const old = plain.replace('HTTP/1.1', 'HTTP/1.0').replace('X-Other: a: b', 'Connection: Keep-Alive');
    assert.equal(read(old).isKeepAlive, true);
  });

  it('says where the rest begins when more came than was announced', () => {
    const parser = new ResponseParser();
    parser.begin(false, false, true);
    assert.equal(parser.feed(Buffer.from(`${plain}HTTP/1.1 500 rubbish`)), 'done-early');
    assert.deepEqual(
      [parser.body().toString(), parser.isKeepAlive, parser.restAt],
      ['hello', true, plain.length],
    );
  });

  it('takes a head that breaks off for a whole one, except in what is no header', () => {
    for (const [text, progress, problem] of [
      ['HTTP/1.1 404 Not Fou', 'done', ''],
      ['HTTP/1.1 200 OK\r\nX-Some: thi', 'done', ''],
      ['HTTP/1.1 200 OK\r\nX-Some: thing\r\n\r', 'done', ''],
      ['HTTP/1.1 200 OK\r\nX-So', 'broken', 'no-status-line'],
      ['HTTP/1.1 20', 'broken', 'no-status-line'],
    ] as const) {
      const found = read(text, { ends: true });
      assert.deepEqual(
        [found.progress, found.problem, found.wireBytes],
        [progress, problem, progress === 'done' ? text.length : found.wireBytes],
        text,
      );
    }
  });

  it('tells an early end from no response at all', () => {
    assert.equal(read('', { ends: true }).problem, 'no-response');
    assert.equal(
      read('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel', { ends: true }).problem,
      'Premature end of Content-Length delimited message body (expected: 5; received: 3)',
    );
    const begin = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    assert.equal(
      read(`${begin}5\r\nhel`, { ends: true }).problem,
      'Truncated chunk (expected size: 5; actual size: 3)',
    );
    assert.equal(
      read(`${begin}5\r\nhello\r\n`, { ends: true }).problem,
      'Premature end of chunk coded message body: closing chunk expected',
    );
  });

  it('passes over lines before the response, and says so when none follows', () => {
    const rubbish = 'SSH-2.0-OpenSSH_9.2\r\n\r\nHTTP\r\n';
    assert.equal(read(rubbish).progress, 'more');
    assert.equal(read(rubbish, { ends: true }).problem, 'no-status-line');
    for (const size of [1, 7, 1000]) {
      const found = read(`${rubbish}${plain}`, { size });
      assert.deepEqual([found.progress, found.body], ['done', 'hello']);
    }
  });

  it('refuses what is no response', () => {
    for (const [text, problem] of [
      ['HTTP/1.1 abc OK\r\n\r\n', 'no-status-line'],
      ['HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n', 'bad-length'],
      ['HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n', 'bad-length'],
      ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n', 'bad-length'],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 'Bad chunk header: xyz'],
      [
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n',
        'Unexpected content at the end of chunk',
      ],
      [`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(1_100_000)}`, 'head-too-large'],
    ] as const) {
      const found = read(text, { size: 100_000 });
      assert.deepEqual([found.progress, found.problem], ['broken', problem], text.slice(0, 60));
    }
  });

  it('is the same for the next response as for the first', () => {
    const parser = new ResponseParser();
    for (const body of ['one', 'two', '']) {
      parser.begin(false, false, true);
      assert.equal(
        parser.feed(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)),
        'done',
      );
      assert.equal(parser.body().toString(), body);
      assert.equal(parser.head, '');
    }
  });
});

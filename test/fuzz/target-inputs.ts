import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { damaged, damagedText, samplesOf, textOf } from './inputs.ts';

/** Values of `Set-Cookie`. */
export const cookieText = repeatedText([
  'a=b',
  'a="x;y"',
  '=',
  ';',
  ',',
  '"',
  '\\',
  ' ',
  '; Path=/a',
  '; Domain=.127.0.0.1',
  '; Domain=test.example',
  '; Max-Age=-1',
  '; Max-Age=9e99',
  '; Expires=Wed, 09 Jun 2021 10:18:14 GMT',
  '; expires=Wed, 09-Jun-21 10:18:14 GMT',
  '; Secure',
  '; Version=1',
  'é',
]);

export const challenge = repeatedText([
  'Digest ',
  'Basic ',
  'realm="a"',
  'nonce=n',
  'qop="auth,auth-int"',
  'qop=',
  'algorithm=MD5-sess',
  'algorithm=constructor',
  'stale=TRUE',
  'charset=x',
  'charset=utf-8',
  'opaque="\\"',
  ', ',
  ';',
  '=',
  '"',
  ' ',
]);

export const locationText = repeatedText([
  'http:',
  'https://',
  '//',
  '/',
  '..',
  '../',
  '/../',
  '?',
  '#',
  ':',
  '@',
  '[::1]',
  '[',
  ']',
  ':80',
  ':-1',
  ':99999999999',
  'test.example',
  '%',
  '%2F',
  ' ',
  'é',
  'a',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&amp;',
]);

const headerLine = fc.oneof(
  fc.constantFrom(
    'Content-Length: 5',
    'Content-Length: 5, 5',
    'content-length:5 ',
    'Transfer-Encoding: gzip, chunked',
    'Connection: close, x',
    'Connection: keep-alive',
    'Keep-Alive: timeout=5, max=1',
    'Content-Type: text/html; charset="utf-8"',
    'Content-Type: text/css;charset=none',
    'Content-Encoding: gzip',
    'Content-Encoding: BR',
    'Content-Encoding: constructor',
    'Cache-Control: max-age=x',
    'Cache-Control: max-age=5',
    'Last-Modified: Wed, 09 Jun 2021 10:18:14 GMT',
    'Date: never',
    'Vary: a, b',
    'ETag: "x"',
    ' continued',
    ': no name',
    'no colon',
    '',
  ),
  cookieText.map((text) => `Set-Cookie: ${text}`),
  challenge.map((text) => `WWW-Authenticate: ${text}`),
  locationText.map((text) => `Location: ${text}`),
);
const statusLine = fc.constantFrom(
  'HTTP/1.1 200 OK',
  'HTTP/1.0 404 Not Found',
  'HTTP/1.1 302 ',
  'HTTP/1.1 401 ',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK',
  'HTTP/1.1 204',
  'HTTP/1.1 099 x',
  'HTTP/2',
  'SSH-2.0',
);
const content = fc.constantFrom('', 'hello', '<img src=a>', 'x'.repeat(3_000));
const encoders = [Buffer.from, gzipSync, deflateSync, brotliCompressSync] as const;

function chunked(body: Buffer, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)};a="b"\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\nTrailer: x\r\n\r\n')]);
}

const response = fc
  .tuple(
    statusLine,
    fc.array(headerLine, { maxLength: 6 }),
    fc.constantFrom('\r\n', '\n'),
    fc.tuple(content, fc.constantFrom(...encoders)).map(([text, encode]) => encode(Buffer.from(text))),
    fc.constantFrom('length', 'chunked', 'none'),
    fc.constantFrom('', 'rest', 'HTTP/1.1 200 OK\r\n\r\n'),
  )
  .map(([status, headers, lineEnd, body, framing, rest]) => {
    const own =
      framing === 'length'
        ? [`Content-Length: ${body.length}`]
        : framing === 'chunked'
          ? ['Transfer-Encoding: chunked']
          : [];
    const head = `${[status, ...headers, ...own].join(lineEnd)}${lineEnd}${lineEnd}`;
    const sent = framing === 'chunked' ? chunked(body, 1_000) : body;
    return Buffer.concat([Buffer.from(head), sent, Buffer.from(rest)]);
  });

/** HTTP/1.1 responses, damaged. */
export const httpResponse = damaged(samplesOf(response), 16 * 1024);

const htmlPieces = [
  '<html>',
  '<base href="',
  '<img src="',
  '<link rel=stylesheet href=',
  '<script src=a>',
  '</script>',
  '<style>',
  '</style>',
  '<title>',
  '<object data="',
  '<applet code=a codebase="',
  '<div style="background:URL( \'a\' )">',
  ' style="',
  "URL('",
  "'",
  ')',
  '"',
  '>',
  '<!--',
  '-->',
  '<![CDATA[',
  '&amp;',
  '&#0;',
  '&#x110000;',
  ' ',
  '\0',
];

export const htmlPage = repeatedText(htmlPieces);

export const styleSheet = repeatedText([
  '@import ',
  '@import url( ',
  '@import "a.css";',
  "@import url('b.css') screen;",
  '@charset "x";',
  'a{b:c}',
  '{',
  '}',
  '/*',
  '*/',
  '<!--',
  '"',
  "'",
  '\\',
  ';',
  ')',
  ' ',
]);

export const dateText = damagedText(
  fc.constantFrom(
    'Wed, 09 Jun 2021 10:18:14 GMT',
    'Wednesday, 09-Jun-21 10:18:14 EST',
    "'Wed Jun  9 10:18:14 2021'",
    'Wed, 09 Jun 2021 10:18:14 +99:99',
  ),
);

/** Text of pieces, sometimes with one of them thousands of times. */
function repeatedText(pieces: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 30, arbitrary: textOf(pieces, 20) },
    { weight: 2, arbitrary: damagedText(textOf(pieces, 20)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(textOf(pieces, 3), textOf(pieces, 2), fc.constantFrom(10, 100, 2_000), textOf(pieces, 2))
        .map(([first, piece, times, last]) => (first + piece.repeat(times)).slice(0, 32_000) + last),
    },
  );
}

/** Frames of the JVM that runs scripts: a length of four bytes, then fields. */
export const jvmFrames = damaged(
  fc
    .array(fc.uint8Array({ maxLength: 20 }), { maxLength: 5 })
    .map((list) =>
      Buffer.concat([
        Buffer.from('printed before\n\0spate\0\n'),
        ...list.flatMap((fields) => [Buffer.of(0, 0, 0, fields.length), fields]),
      ]),
    ),
  4 * 1024,
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorSample, maxBodyLength, parseErrorSample, traceIdOf } from './error-sample.ts';
import { maskSecrets } from './mask-secrets.ts';

const sample: ErrorSample = {
  label: 'Pay',
  code: '500',
  message: 'Internal Server Error',
  startedAtMs: 1_000,
  elapsedMs: 12.5,
  latencyMs: 10,
  connectMs: 1,
  url: 'https://ann:pw@shop.example/pay?id=7&access_token=abc#top',
  requestHead:
    'POST /pay?id=7&access_token=abc HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer abc\r\nCookie: a=b',
  requestBody: 'user=ann&password=x%20y&amount=5',
  responseHead: 'HTTP/1.1 500 Internal Server Error\nSet-Cookie: sid=9\nContent-Type: application/json\n',
  responseBody: '{"error":"no","apiKey" : "k\\"ey","session_id":42,"token":null,"name":"Ann"}',
  responseBytes: 70,
};
const details = 'Error: no\n  404 GET http://ann:pw@shop.example/a?token=abc&b=1\n  {"password":"x"}';

test('reads what a tool wrote, cut to the limits, and nothing else', () => {
  assert.deepEqual(parseErrorSample(JSON.stringify(sample)), sample);
  assert.deepEqual(parseErrorSample(JSON.stringify({ ...sample, details })), { ...sample, details });
  assert.equal(parseErrorSample(JSON.stringify({ ...sample, details: 1 })), undefined);
  const large = parseErrorSample(JSON.stringify({ ...sample, responseBody: '\0'.repeat(70_000), more: 1 }));
  assert.equal(large?.responseBody, '\ufffd'.repeat(maxBodyLength));
  assert.ok(large && !('more' in large));
  for (const line of ['', 'null', '[]', '{"label":"x"}', JSON.stringify({ ...sample, elapsedMs: 'x' })])
    assert.equal(parseErrorSample(line), undefined, line);
});

test('masks headers, parameters and fields whose names mean a secret', () => {
  const masked = maskSecrets(sample);
  assert.equal(masked.url, 'https://***@shop.example/pay?id=7&access_token=***');
  assert.deepEqual(
    masked.requestHead.split('\n').map((line) => line.trim()),
    ['POST /pay?id=7&access_token=*** HTTP/1.1', 'Host: shop.example', 'Authorization: ***', 'Cookie: ***'],
  );
  assert.equal(masked.requestBody, 'user=ann&password=***&amount=5');
  assert.match(masked.responseHead, /Set-Cookie: \*\*\*\nContent-Type: application\/json/);
  assert.equal(
    masked.responseBody,
    '{"error":"no","apiKey" : "***","session_id":"***","token":null,"name":"Ann"}',
  );
  assert.ok(!('details' in masked));
  assert.equal(
    maskSecrets({ ...sample, details }).details,
    'Error: no\n  404 GET http://***@shop.example/a?token=***&b=1\n  {"password":"***"}',
  );
  const xml = maskSecrets({ ...sample, responseBody: '<a><Password>x</Password><b>y</b></a>' });
  assert.equal(xml.responseBody, '<a><Password>***</Password><b>y</b></a>');
});

test('masks parts of multipart forms by their names', () => {
  const part = (name: string, value: string, more = '') =>
    `--b-1\r\nContent-Disposition: form-data; name=${name}\r\n${more}\r\n${value}\r\n`;
  const mask = (requestBody: string) => maskSecrets({ ...sample, requestBody }).requestBody;
  const masked = mask(
    [
      part('"user"', 'ann'),
      part('"password"', 'two words\r\n--and lines', 'Content-Type: text/plain; charset=UTF-8\r\n'),
      part('api_key', 'k'),
      part('"token"; filename="a.txt"', 'in a file'),
      part('"secret"', ''),
      '--b-1--\r\n',
    ].join(''),
  );
  assert.equal(
    masked,
    [
      part('"user"', 'ann'),
      part('"password"', '***', 'Content-Type: text/plain; charset=UTF-8\r\n'),
      part('api_key', '***'),
      part('"token"; filename="a.txt"', '***'),
      part('"secret"', ''),
      '--b-1--\r\n',
    ].join(''),
  );
  // Cut by the limit of length, and with line feeds only.
  assert.equal(mask(part('"password"', 'x y').slice(0, -3)), part('"password"', '***').slice(0, -2));
  assert.equal(
    mask(`${part('"pwd"', 'x y')}${part('"a"', 'b')}`.replaceAll('\r', '')),
    `${part('"pwd"', '***')}${part('"a"', 'b')}`.replaceAll('\r', ''),
  );
  const hostile = '--a\n'.repeat(16_000);
  assert.equal(mask(hostile), hostile);
});

test('finds the trace id in the head of a request', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  assert.equal(traceIdOf(`GET / HTTP/1.1\r\nHost: a\r\nTraceParent: 00-${id}-00f067aa0ba902b7-01\r\n`), id);
  for (const head of [
    '',
    'GET / HTTP/1.1\r\n',
    `GET / HTTP/1.1\r\ntraceparent: ${id}\r\n`,
    sample.requestHead,
  ])
    assert.equal(traceIdOf(head), null, head);
});

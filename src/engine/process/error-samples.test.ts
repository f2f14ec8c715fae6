import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { parseErrorSample } from '../../domain/error-sample.ts';
import { HttpResult } from '../http/http-result.ts';
import { ErrorSamples } from './error-samples.ts';

function failed(code: string): HttpResult {
  const result = new HttpResult('Pay', 'POST');
  Object.assign(result, { code, message: 'Error', startMs: 1000, endMs: 1030, connectMs: 4, latencyMs: 20 });
  result.url = 'http://shop.example/pay';
  result.requestHead = 'POST /pay HTTP/1.1\r\nHost: shop.example\r\n\r\n';
  result.queryString = 'amount=5';
  result.setRawHead(`HTTP/1.1 ${code} Error\r\nServer: x`);
  result.setTextBody('{"why":"broken"}');
  result.bodyBytes = 16;
  return result;
}

test('keeps the first three failures of each label and error, with request and response', async (t) => {
  const path = join(await temporaryFolder(t), 'error-samples.jsonl');
  const samples = new ErrorSamples(path);
  for (let at = 0; at < 5; at++) samples.add(failed('500'), 'Pay', 2000 + at);
  samples.add(failed('503'), 'Pay', 3000);
  samples.add(Object.assign(failed('500'), { isTransaction: true }), 'Checkout', 3000);
  samples.close();
  const lines = (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => parseErrorSample(line));
  assert.deepEqual(
    lines.map((sample) => [sample?.code, sample?.startedAtMs]),
    [
      ['500', 2000],
      ['500', 2001],
      ['500', 2002],
      ['503', 3000],
    ],
  );
  assert.deepEqual(lines[0], {
    label: 'Pay',
    code: '500',
    message: 'Error',
    startedAtMs: 2000,
    elapsedMs: 30,
    latencyMs: 20,
    connectMs: 4,
    url: 'http://shop.example/pay',
    requestHead: 'POST /pay HTTP/1.1\r\nHost: shop.example\r\n\r\n',
    requestBody: 'amount=5',
    responseHead: 'HTTP/1.1 500 Error\nServer: x\n',
    responseBody: '{"why":"broken"}',
    responseBytes: 16,
  });
});

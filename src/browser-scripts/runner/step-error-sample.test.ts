import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxDetailsLength } from '../../domain/error-sample.ts';
import type { StepResult } from '../../tool-process/step-result.ts';
import { stepErrorSample } from './step-error-sample.ts';

const step: StepResult = {
  label: 'Pay',
  startedAtMs: 1000,
  elapsedUs: 12_500,
  latencyUs: 0,
  bytesIn: 0,
  bytesOut: 0,
  isPassed: false,
  code: '200',
  message: 'no button (script.ts:3:5)',
  errorText: 'Error: no button\n    at script.ts:3:5',
  iteration: 1,
  page: null,
  requests: 0,
  failedRequests: 0,
  screenshots: [],
  sources: [],
  console: [],
};
const exchange = {
  url: 'http://shop.example/pay',
  latencyMs: 4,
  connectMs: 1,
  requestHead: 'GET http://shop.example/pay',
  requestBody: '',
  responseHead: 'HTTP/1.1 200 OK',
  responseBody: '<p>',
  responseBytes: 3,
};

test('a failed step has its error, the document that it loaded, and the failed requests of its pages', () => {
  const page = {
    url: 'http://shop.example/pay#form',
    responseStartMs: 3.6,
    firstContentfulPaintMs: null,
    domContentLoadedMs: 20,
    loadMs: null,
    largestContentfulPaintMs: null,
  };
  const { url, ...content } = exchange;
  assert.deepEqual(
    stepErrorSample(
      { ...step, page, console: ['error: x is null'] },
      { url: page.url, exchange, failedRequests: ['404 GET http://shop.example/a.png'] },
    ),
    {
      label: 'Pay',
      code: '200',
      message: 'no button (script.ts:3:5)',
      startedAtMs: 1000,
      elapsedMs: 12.5,
      url: 'http://shop.example/pay#form',
      ...content,
      details: [
        ...['Error: no button', '    at script.ts:3:5', ''],
        ...['Page:', '  first byte 4 ms, DOM content loaded 20 ms', ''],
        ...['Failed requests:', '  404 GET http://shop.example/a.png', ''],
        ...['Console:', '  error: x is null'],
      ].join('\n'),
    },
  );
});

test('without a page the address is that of the request, and long texts are cut', () => {
  const traffic = { exchange, failedRequests: [] };
  for (const url of ['', 'about:blank', 'chrome-error://chromewebdata/'])
    assert.equal(stepErrorSample(step, { url, ...traffic }).url, exchange.url, url);
  const none = stepErrorSample(step, { url: 'about:blank', exchange: null, failedRequests: [] });
  assert.deepEqual([none.url, none.requestHead, none.responseBytes], ['', '', 0]);
  const large = { ...step, label: 'x'.repeat(600), errorText: 'y'.repeat(20_000) };
  const { label, details } = stepErrorSample(large, { url: '', ...traffic });
  assert.deepEqual([label.length, details?.length], [500, maxDetailsLength]);
});

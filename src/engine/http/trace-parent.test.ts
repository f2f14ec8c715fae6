import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceParents, withTraceParent } from './trace-parent.ts';

test('makes a new trace for each request, marked as sampled or not', () => {
  const [sampled, unsampled] = [traceParents(true), traceParents(false)];
  const values = Array.from({ length: 1000 }, () => sampled());
  for (const value of values) assert.match(value, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  assert.equal(new Set(values.map((value) => value.slice(3, 35))).size, 1000);
  assert.equal(new Set(values.map((value) => value.slice(36, 52))).size, 1000);
  assert.match(unsampled(), /-00$/);
});

test('keeps a traceparent of the plan', () => {
  const head = 'GET / HTTP/1.1\r\nHost: a\r\n';
  assert.equal(withTraceParent(`${head}\r\n`, '00-1'), `${head}traceparent: 00-1\r\n\r\n`);
  const own = `${head}Traceparent: 00-2\r\n\r\n`;
  assert.equal(withTraceParent(own, '00-1'), own);
});

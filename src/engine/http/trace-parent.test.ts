import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { traceIdOf } from '../../domain/error-sample.ts';
import { group, headers, http, plan } from '../testing/plan.ts';
import { runPlan } from '../testing/run-plan.ts';
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

test('every request has the header, redirects too, and the sample shows what was sent', async (t) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(String(request.headers.traceparent));
    if (request.url === '/from') response.writeHead(302, { location: '/to' });
    response.end('x'.repeat(20));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const own = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-00';
  const steps = plan(
    group(
      {},
      http('plain', { port, path: '/' }),
      http('redirected', { port, path: '/from' }),
      http('form', { port, path: '/', method: 'POST', params: [{ name: 'a', value: 'b' }] }),
      http('own', { port, path: '/' }, headers(['traceparent', own])),
    ),
  );
  const { samples } = await runPlan(steps, { nextTraceParent: traceParents(true) });
  assert.equal(seen.length, 5);
  assert.equal(new Set(seen).size, 5);
  assert.equal(seen[4], own);
  const shown = samples.map((sample) => traceIdOf(`GET / HTTP/1.1\n${sample.requestHeaders}`));
  assert.deepEqual(
    shown,
    [seen[0], seen[2], seen[3], seen[4]].map((value) => value?.slice(3, 35)),
  );

  seen.length = 0;
  await runPlan(steps);
  assert.deepEqual(seen, ['undefined', 'undefined', 'undefined', 'undefined', own]);
});

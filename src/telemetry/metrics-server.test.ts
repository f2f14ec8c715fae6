import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Registry } from 'prom-client';
import { silentLog } from '../lib/log.ts';
import { createMetricsPage } from './metrics-page.ts';
import { serveMetrics } from './metrics-server.ts';

test('serves the registry at /metrics and nothing else', async (t) => {
  const registry = new Registry();
  new Counter({ name: 'tries_total', help: 'Tries.', registers: [registry] }).inc(3);
  const server = await serveMetrics('127.0.0.1:0', createMetricsPage(registry), silentLog);
  t.after(() => server.close());

  const answer = await fetch(`${server.url}?a=b`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.match(
    await answer.text(),
    /^# HELP tries_total Tries\.\n# TYPE tries_total counter\ntries_total 3\n/,
  );
  const head = await fetch(server.url, { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  assert.equal((await fetch(server.url, { method: 'POST', body: 'x' })).status, 405);
  assert.equal((await fetch(new URL('/', server.url))).status, 404);
});

test('explains an address that cannot be used', async (t) => {
  const page = createMetricsPage(new Registry());
  const server = await serveMetrics('127.0.0.1:0', page, silentLog);
  t.after(() => server.close());
  await assert.rejects(serveMetrics(new URL(server.url).host, page, silentLog), {
    name: 'AppError',
    message: /Cannot listen on 127\.0\.0\.1:\d+ for \/metrics: another program uses this port\./,
  });
});

test('renders once for concurrent requests, and again for later ones', async () => {
  let preparations = 0;
  const page = createMetricsPage(new Registry(), async () => {
    preparations++;
  });
  await Promise.all([page.render(), page.render(), page.render()]);
  assert.equal(preparations, 1);
  await page.render();
  assert.equal(preparations, 2);
});

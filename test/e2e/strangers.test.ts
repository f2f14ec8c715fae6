import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService({ ...withoutNodes, SPATE_ANONYMOUS_PER_MINUTE: '60' });
});
after(() => service?.close());

async function createRun(fields: Record<string, string>): Promise<string> {
  const form = new FormData();
  const all = {
    'run[tool]': 'jmeter',
    'run[grids][][infrastructure]': 'hosted',
    'run[grids][][region]': 'x',
    'run[grids][][stop_after]': '5',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  form.append('run_files[]', new Blob([plan({ port: 9, loops: '1' })]), 'plan.jmx');
  return (await service.json('/runs', { method: 'POST', body: form })).uuid;
}

const patch = (runId: string, webhook: boolean) =>
  service.json(`/runs/${runId}/webhook`, {
    method: 'PATCH',
    body: new URLSearchParams({ 'run[webhook]': String(webhook) }),
  });
const call = async (runId: string, query = '', headers = {}) =>
  (await fetch(`${service.url}/runs/${runId}/webhook${query}`, { method: 'POST', headers })).status;

test('the webhook of a public run requires its secret, and gets a new one when enabled again', async () => {
  const runId = await createRun({ 'run[webhook]': 'true', 'run[privacy]': 'public' });
  assert.equal(await call(runId), 404, 'the id of a public run is not secret');
  const { url, webhook } = (await patch(runId, true)) as Json;
  assert.equal(webhook, true);
  const { searchParams } = new URL(url);
  const secret = searchParams.get('secret') ?? '';
  assert.equal(await call(runId, `?secret=${secret}x`), 404);
  assert.equal(await call(runId, `?secret=${secret}`), 201);
  assert.equal(await call(runId, '', { 'x-webhook-secret': secret }), 201);
  assert.deepEqual((await patch(runId, false)).url, null);
  assert.equal(await call(runId, `?secret=${secret}`), 404);
  assert.equal((await service.json(`/runs/${runId}`)).webhook, false);
  await patch(runId, true);
  assert.equal(await call(runId, `?secret=${secret}`), 404, 'the old secret is of no use');
});

test('webhook calls are rate-limited, and their runs have no webhook', async () => {
  const runId = await createRun({ 'run[webhook]': 'true' });
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) statuses.push(await call(runId));
  assert.deepEqual(statuses.slice(0, 10), Array<number>(10).fill(201));
  assert.ok(statuses.includes(429), statuses.join());
  const { _embedded } = await service.json('/runs');
  const repeats = _embedded.runs.filter((run: Json) => run.repeat_of === runId);
  assert.ok(repeats.length >= 10);
  assert.ok(repeats.every((run: Json) => run.webhook === false));
});

test('unauthenticated addresses are rate-limited, authenticated ones are not', async () => {
  const statuses = new Set<number>();
  let retryAfter: string | null = null;
  for (let count = 0; count < 200; count += 1) {
    const answer = await fetch(`${service.url}/session/ways`);
    statuses.add(answer.status);
    retryAfter ??= answer.headers.get('retry-after');
  }
  assert.deepEqual([...statuses].sort(), [200, 429]);
  assert.match(retryAfter ?? '', /^\d+$/);
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  await service.json('/runs');
});

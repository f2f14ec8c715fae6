import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { toolNames } from '../../src/domain/tool.ts';
import { sql } from '../support/database.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spate-test-'));
  const prices = join(folder, 'prices.csv');
  await writeFile(prices, 'provider,region,instance_type,price_per_hour\njoined,*,m5.large,0.096\n');
  service = await startService({ SPATE_PRICES: prices }, { hasPublicUrl: true });
});
after(async () => {
  await service?.close();
  await rm(folder, { recursive: true });
});

const hosted = {
  'grid[region]': 'uk-south-london',
  'grid[infrastructure]': 'hosted',
  'grid[stop_after]': '7.2',
};

async function createGrid(fields: Record<string, string>): Promise<Json> {
  const answer = await service.fetch('/grids', { method: 'POST', body: new URLSearchParams(fields) });
  const body = (await answer.json()) as Json;
  assert.equal(answer.status, 201, JSON.stringify(body));
  assert.equal(answer.headers.get('location'), `/api/grids/${body.uuid}`);
  return body;
}

test('POST /grids returns 201 with a queued grid without nodes, all its fields and any region', async () => {
  const grid = await createGrid(hosted);
  assert.equal(grid.status, 'queued');
  assert.deepEqual(grid.nodes, []);
  assert.equal(grid.stop_after, 8);
  assert.equal(grid.region, 'uk-south-london');
  assert.equal(grid.instance_quantity, 1);
  assert.equal(grid.instance_type, 'local');
  assert.equal(grid.infrastructure, 'hosted');
  assert.equal(grid.batch_id, grid.uuid);
  assert.ok(grid.name.endsWith(grid.uuid));
  assert.equal(grid._links.self.href, `/api/grids/${grid.uuid}`);
  assert.match(
    grid.join_command,
    /^curl -fsS --insecure --pinnedpubkey 'sha256\/\/[\w+/]{43}=' https:\/\/127\.0\.0\.1:\d+\/agent\/join\.sh \| SPATE_JOIN_TOKEN=[\w-]+ sh$/,
  );
});

test('POST /grids accepts multipart and JSON', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(hosted)) form.append(name, value);
  assert.equal((await service.fetch('/grids', { method: 'POST', body: form })).status, 201);
  const json = { grid: { region: 'x', infrastructure: 'hosted', stop_after: 5, instance_quantity: 3 } };
  const made = await service.json('/api/grids', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  assert.equal(made.instance_quantity, 3);
  const marked = await service.fetch('/grids', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `\ufeff${JSON.stringify(json)}`,
  });
  assert.equal(marked.status, 201, 'a byte-order mark, as PowerShell writes it');
});

test('GET /grids/:id returns the grid with its nodes under all three names', async () => {
  const { uuid } = await createGrid(hosted);
  for (const path of [`/grids/${uuid}`, `/grid/${uuid}`, `/api/grids/${uuid}`]) {
    const grid = await service.json(path);
    assert.equal(grid.uuid, uuid);
    assert.deepEqual(grid.nodes, grid.resources);
    assert.deepEqual(grid.nodes, grid._embedded.nodes);
  }
});

test('GET /grids lists grids that have not ended, the shared one last', async () => {
  const { uuid } = await createGrid(hosted);
  const list = await service.json('/grids');
  assert.equal(list._links.self.href, '/api/grids');
  assert.equal(list.total, list._embedded.grids.length);
  const shared = list._embedded.grids.at(-1);
  assert.equal(shared.infrastructure, 'shared');
  assert.equal(shared.stop_after, 0);
  assert.ok(list._embedded.grids.some((grid: Json) => grid.uuid === uuid));
});

test('the shared grid lists its tools', async () => {
  const shared = await until('the node of the shared grid has joined', async () => {
    const grid = (await service.json('/grids'))._embedded.grids.at(-1);
    return grid.nodes.length > 0 && grid;
  });
  const { tools, nodes } = await service.json(`/grids/${shared.uuid}`);
  assert.deepEqual(
    tools.map((each: Json) => each.tool),
    [...toolNames],
  );
  for (const { available, missing } of tools) assert.equal(missing.length === 0, available);
  assert.deepEqual(tools, nodes[0].tools, 'it has one node');
});

test('DELETE /grids/:id returns 200 with the ended grid, also at the singular path', async () => {
  for (const word of ['grids', 'grid']) {
    const { uuid } = await createGrid(hosted);
    const answer = await service.fetch(`/${word}/${uuid}`, { method: 'DELETE' });
    assert.equal(answer.status, 200);
    const grid = (await answer.json()) as Json;
    assert.equal(grid.status, 'stopped');
    assert.ok(Array.isArray(grid.resources));
    const left = await service.json('/grids');
    assert.ok(!left._embedded.grids.some((each: Json) => each.uuid === uuid));
    assert.equal((await service.fetch(`/grids/${uuid}`, { method: 'DELETE' })).status, 200);
  }
});

test('grids, estimates and runs have prices of the table', async () => {
  const priced = { ...hosted, 'grid[instance_type]': 'm5.large', 'grid[instance_quantity]': '2' };
  const grid = await createGrid({ ...priced, 'grid[stop_after]': '75' });
  assert.equal(grid.price_per_node_hour, '0.0960');
  assert.equal(grid.estimated_cost, '0.2400');
  assert.deepEqual([grid.node_minutes, grid.cost], [0, '0.0000']);
  assert.equal((await createGrid(hosted)).price_per_node_hour, '0.0000', 'the table that ships');

  const run = {
    'run[grids][][region]': 'uk-south-london',
    'run[grids][][infrastructure]': 'hosted',
    'run[grids][][stop_after]': '75',
    'run[grids][][instance_type]': 'm5.large',
  };
  const estimate = await service.json('/runs/estimate', { method: 'POST', body: new URLSearchParams(run) });
  assert.deepEqual(estimate, {
    price_per_hour: '0.0960',
    cost: '0.1200',
    assumptions: [
      'uk-south-london, on your own machines: 1 node for 1 h 15 min (stop_after), $0.096 per node-hour.',
    ],
  });
  const form = new FormData();
  for (const [key, value] of Object.entries({ ...run, 'run[tool]': 'jmeter', 'run[max_cost]': '0.11' }))
    form.append(key, value);
  form.append('run_files[]', new Blob(['<x/>']), 'plan.jmx');
  const refused = await service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(refused.status, 422);
  const { code, details } = (await refused.json()) as Json;
  assert.equal(code, 'over_budget');
  assert.equal(details[0].field, 'run[max_cost]');
  assert.match(details[0].message, /^The estimated cost is \$0\.12; run\[max_cost\] is \$0\.11\./);
  const invalid = await service.fetch('/runs/estimate', {
    method: 'POST',
    body: new URLSearchParams({ ...run, 'run[duration]': 'x' }),
  });
  assert.equal(invalid.status, 422);
  assert.equal((await service.json('/prices'))._embedded.prices[0].instance_type, 'm5.large');
});

test('a monthly budget rejects grids that do not fit, with what is left', async () => {
  const priced = { ...hosted, 'grid[instance_type]': 'm5.large' };
  const { expected } = await service.json('/budget');
  const change = (fields: Record<string, string>) =>
    service.json('/budget', { method: 'PATCH', body: new URLSearchParams(fields) });
  const monthly = (Number(expected) + 0.1).toFixed(4);
  const set = await change({ 'budget[monthly]': monthly, 'budget[end_grids]': 'true' });
  assert.deepEqual([set.monthly, set.end_grids, set.left], [monthly, true, '0.1000']);
  const first = await createGrid({ ...priced, 'grid[stop_after]': '60' });
  assert.equal((await service.json('/budget')).left, '0.0040');
  const body = new URLSearchParams({ ...priced, 'grid[stop_after]': '60' });
  const refused = await service.fetch('/grids', { method: 'POST', body });
  assert.equal(refused.status, 422);
  const { code, error } = (await refused.json()) as Json;
  assert.equal(code, 'over_budget');
  assert.match(error, /estimated to cost \$0\.096; \$0\.004 of the budget are left/);
  assert.equal((await createGrid(hosted)).cost, '0.0000', 'machines without a price are not limited');
  await service.json(`/grids/${first.uuid}`, { method: 'DELETE' });
  assert.equal((await change({ 'budget[monthly]': '1' })).end_grids, true);
  assert.equal((await service.fetch('/budget', { method: 'DELETE' })).status, 204);
  assert.equal((await service.json('/budget')).monthly, null);
});

test('the shared grid cannot be terminated', async () => {
  const shared = (await service.json('/grids'))._embedded.grids.at(-1);
  const answer = await service.fetch(`/grids/${shared.uuid}`, { method: 'DELETE' });
  assert.equal(answer.status, 409);
  assert.equal(((await answer.json()) as Json).code, 'shared_grid');
});

test('an invalid grid returns 422 with all invalid fields and allowed values', async () => {
  const answer = await service.fetch('/grids', {
    method: 'POST',
    body: new URLSearchParams({
      'grid[stop_after]': '2881',
      'grid[infrastructure]': 'shared',
      'grid[region]': '',
    }),
  });
  assert.equal(answer.status, 422);
  const { details } = (await answer.json()) as Json;
  const byField = Object.fromEntries(details.map((detail: Json) => [detail.field, detail.message]));
  assert.match(byField['grid[stop_after]'], /from 1 to 2880/);
  assert.match(byField['grid[infrastructure]'], /demand, hosted/);
  assert.match(byField['grid[region]'], /required/);
});

test('a grid above the capacity of the machine is rejected with the maximum', async () => {
  const answer = await service.fetch('/grids', {
    method: 'POST',
    body: new URLSearchParams({
      'grid[region]': 'us-east-1',
      'grid[infrastructure]': 'demand',
      'grid[stop_after]': '5',
      'grid[instance_quantity]': '99999',
    }),
  });
  assert.equal(answer.status, 422);
  assert.match(((await answer.json()) as Json).error, /\d/);
});

test('the cloud fields of a hosted grid are validated and stored', async () => {
  const grid = await createGrid({
    ...hosted,
    'grid[aws_platform]': 'ec2_classic',
    'grid[aws_tags]': 'a=b, c=d',
  });
  const kept = await sql(service, 'select cloud from grids where id = $1', [grid.uuid]);
  assert.deepEqual(kept, [{ cloud: { aws_platform: 'ec2_classic', aws_tags: 'a=b, c=d' } }]);
  for (const [field, value] of [
    ['grid[aws_tags]', 'nonsense'],
    ['grid[azure_tenant_id]', 'unknown'],
  ] as const) {
    const body = new URLSearchParams({ ...hosted, [field]: value });
    assert.equal((await service.fetch('/grids', { method: 'POST', body })).status, 422, field);
  }
});

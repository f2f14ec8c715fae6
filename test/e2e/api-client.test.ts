import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, createClient } from '../../src/contract/client.ts';
import { ContractError } from '../../src/contract/contract-error.ts';
import { plan } from '../support/plan.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
before(async () => {
  service = await startService();
  client = createClient({ url: `${service.url}/`, token: service.token });
});
after(() => service?.close());

test('the typed client creates, reads, repeats, stops and removes a run', async () => {
  const run = await client.runs.create({
    tool: 'jmeter',
    name: 'from the client',
    tag_list: ['a', 'b'],
    threads: 2,
    grids: [
      { infrastructure: 'hosted', region: 'one', stop_after: 5 },
      { infrastructure: 'hosted', region: 'two', stop_after: 5, instance_quantity: 2 },
    ],
    files: [{ name: 'plan.jmx', content: new Blob([plan({ port: 9 })]) }],
  });
  assert.equal(run.status, 'queued');
  assert.deepEqual(run.tag_list, ['a', 'b']);
  assert.deepEqual(
    run._embedded.grids.map((grid) => [grid.region, grid.instance_quantity]),
    [
      ['one', 1],
      ['two', 2],
    ],
  );
  assert.equal((await client.runs.get(run.uuid)).name, 'from the client');
  assert.equal((await client.runs.list())._embedded.runs[0]?.uuid, run.uuid);
  const file = run._embedded.files[0];
  assert.match(await (await client.open(file?.href ?? '')).text(), /jmeterTestPlan/);
  assert.equal((await client.runs.setPrivacy(run.uuid, 'public')).privacy, 'public');
  assert.equal((await client.runs.stop(run.uuid)).status, 'finished');
  assert.equal(typeof (await client.runs.report(run.uuid)).summary, 'string');
  assert.deepEqual((await client.runs.series(run.uuid, { resolution: 300 })).points, []);
  assert.match(await (await client.runs.results(run.uuid)).text(), /^Time,Measurement/);
  const again = await client.runs.repeat(run.uuid);
  await client.runs.stop(again.uuid);
  await client.runs.remove(run.uuid);
  await assert.rejects(client.runs.get(run.uuid), { status: 404, code: 'not_found' });
});

test('the typed client manages grids, users, tokens and credentials', async () => {
  const grid = await client.grids.create({ infrastructure: 'hosted', region: 'x', stop_after: 5 });
  assert.equal((await client.grids.get(grid.uuid)).uuid, grid.uuid);
  assert.ok((await client.grids.list()).total >= 2);
  assert.equal((await client.grids.terminate(grid.uuid)).status, 'stopped');

  const user = await client.users.add({ email: 'ann@example.com', role: 'viewer' });
  assert.equal((await client.users.get(user.id)).role, 'viewer');
  assert.equal((await client.users.list()).total, 2);
  await client.users.remove(user.id);
  const token = await client.tokens.add({ name: 'ci' });
  assert.equal((await client.tokens.list())._embedded.tokens.at(-1)?.name, 'ci');
  await client.tokens.remove(token.id);
  // Checked in the cloud, where this service has no identity.
  const role = { provider: 'aws', arn: 'arn:aws:iam::123456789012:role/spate' };
  await assert.rejects(client.credentials.add(role), { code: 'credential_rejected' });
  assert.equal((await client.credentials.list()).total, 0);
  assert.equal((await client.account.projects())._embedded.projects[0]?.name, 'Default');
  assert.equal(typeof (await client.account.usage()).total_node_minutes, 'number');
  assert.equal((await client.account.get())._embedded.users.length, 1);
  assert.deepEqual(await client.health(), { status: 'ready' });
});

test('the typed client reports errors', async () => {
  await assert.rejects(
    client.grids.create({ infrastructure: 'hosted', region: 'x', stop_after: 99_999 }),
    (error) => {
      assert.ok(error instanceof ContractError);
      assert.equal(error.status, 422);
      assert.equal(error.code, 'invalid');
      assert.equal(error.details[0]?.field, 'grid[stop_after]');
      return true;
    },
  );
  const stranger = createClient({ url: service.url, token: 'wrong' });
  await assert.rejects(stranger.runs.list(), { status: 401, message: 'Not Authenticated' });
  const unreachable = createClient({ url: 'https://127.0.0.1:1', token: 'x' });
  await assert.rejects(unreachable.runs.list(), { status: 0, code: 'unreachable' });
  const signal = AbortSignal.abort();
  await assert.rejects(client.runs.list(1, { signal }), { name: 'AbortError' });
});

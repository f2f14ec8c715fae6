import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridAccount } from '../../../../test/support/kubernetes/grid-cluster.ts';
import { until } from '../../../../test/support/until.ts';
import { machinesOf, openProvider, podsOf, skip, withCluster } from './kubernetes.fixture.ts';
import { gridLabel } from './node-job.ts';

const cluster = withCluster('none');

test('watches 300 pods with one list and one watch, by the role of the Helm chart', { skip }, async (t) => {
  const before = (await cluster().requestsOf(gridAccount)).length;
  const changes: string[] = [];
  const provider = openProvider(t, { onChange: (gridId) => changes.push(gridId) });
  const machines = machinesOf({ instanceQuantity: 300 });
  machines.slots = Array.from({ length: 300 }, (_, index) => ({
    nodeId: `node-${index}`,
    index,
    hasRecentHeartbeat: false,
    machine: null,
  }));
  const startedAtMs = performance.now();
  await until(
    'all pods are known',
    async () => (await provider.ensure(machines)).present?.size === 300,
    120_000,
    500,
  );
  t.diagnostic(`300 pods after ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
  const created = await podsOf(cluster(), machines);
  const status = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' };
  const evicted = created.slice(0, 10).map(({ metadata }) => metadata.name);
  for (const name of evicted)
    await cluster().kubectl(
      'patch',
      'pod',
      name,
      '--subresource=status',
      '--type=merge',
      '--patch',
      JSON.stringify({ status }),
    );
  const { problems } = await until(
    'all evictions are known',
    async () => {
      const seen = await provider.ensure(machines);
      const isKnown = (text: string) => /failed: Evicted: The node was low/.test(text);
      return seen.problems.filter(isKnown).length === 10 ? seen : undefined;
    },
    15_000,
    100,
  );
  for (const name of evicted) assert.ok(problems.some((text) => text.startsWith(`Pod ${name} failed`)));
  assert.ok(changes.includes(machines.grid.id));
  const requests = (await cluster().requestsOf(gridAccount)).slice(before);
  const count = (verb: string, resource: string) =>
    requests.filter((request) => request.verb === verb && request.resource === resource).length;
  assert.deepEqual([count('list', 'pods'), count('watch', 'pods'), count('get', 'pods')], [1, 1, 0]);
  // Until pods exist, each call requests the reason.
  assert.ok(requests.length < 100, `${requests.length} requests for 300 pods`);
  await provider.forget(machines.grid);
  await until('nothing is left', async () => (await podsOf(cluster(), machines)).length === 0, 120_000, 500);
  assert.equal(
    await cluster().kubectl('get', 'secrets', `--selector=${gridLabel}=${machines.grid.id}`, '--output=name'),
    '',
  );
});

test('a context that is not in the kubeconfig, and a size that is not known, are rejected', {
  skip,
}, async (t) => {
  const provider = openProvider(t);
  await assert.rejects(
    provider.connect('prod'),
    /Kubernetes context prod is not in the kubeconfig\. Its contexts: test\./,
  );
  const { grid } = machinesOf({ instanceType: 'tiny' });
  const spec = { ...grid, infrastructure: 'demand' as const };
  await assert.rejects(
    provider.check({ accountId: 1, spec, target: 'test', prefix: 'grid' }),
    /^AppError: grid\[instance_type\] tiny is not known on Kubernetes\. Use local, .*m5\.large/,
  );
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { afterwards } from '../../../../test/support/afterwards.ts';
import { type Cluster, pauseImage } from '../../../../test/support/kubernetes/cluster.ts';
import { gridAccount, startGridCluster } from '../../../../test/support/kubernetes/grid-cluster.ts';
import { needs } from '../../../../test/support/needs.ts';
import { until } from '../../../../test/support/until.ts';
import { silentLog } from '../../../lib/log.ts';
import { packageFile } from '../../../lib/package-files.ts';
import type { Machines } from '../../provider.ts';
import { machinesOfNewGrid, provideMachines } from '../provider.conformance.ts';
import { createKubernetesProvider, type KubernetesProviderOptions } from './kubernetes-provider.ts';
import { gridLabel, indexLabel, type NodePodOptions } from './node-job.ts';

const skip = needs('buildah', 'go', 'iproute', 'iptables', 'libseccomp', 'mmdebstrap', 'pkgConfig');

/** Pods of a program that does nothing, of any size and region. */
const pods: NodePodOptions = {
  image: pauseImage,
  regionLabel: null,
  isSpread: false,
  serviceAccount: 'default',
  isSandboxed: false,
};

let cluster: Cluster;

const undoing: (() => unknown)[] = [];
/** For what lives as long as the tests of this file. */
const wholeFile = { after: (undo: () => unknown) => undoing.push(undo) } as unknown as TestContext;

before(
  async () => {
    if (skip) return;
    const started = await startGridCluster(wholeFile);
    cluster = started.cluster;
    process.env.KUBECONFIG = started.kubeconfig;
  },
  { timeout: 60 * 60_000 },
);

after(async () => {
  for (const undo of undoing) await undo();
});

function openProvider(t: TestContext, change: Partial<KubernetesProviderOptions> = {}) {
  const provider = createKubernetesProvider({ pods, onChange: () => {}, log: silentLog, ...change });
  afterwards(t, () => provider.close());
  return provider;
}

function machinesOf(change: Partial<Machines['grid']> = {}): Machines {
  const { grid, ...rest } = machinesOfNewGrid();
  return { ...rest, grid: { ...grid, target: 'test', instanceType: 'cpu=10m,memory=16Mi', ...change } };
}

interface Pod {
  metadata: { name: string; labels: Record<string, string>; deletionTimestamp?: string };
  status: { phase: string };
}

async function podsOf({ grid }: Machines): Promise<Pod[]> {
  const found = await cluster.kubectl('get', 'pods', `--selector=${gridLabel}=${grid.id}`, '--output=json');
  return JSON.parse(found).items;
}

const indexOf = ({ metadata }: Pod) => Number(metadata.labels[indexLabel]);
const isRunning = ({ metadata, status }: Pod) =>
  status.phase === 'Running' && metadata.deletionTimestamp === undefined;

if (skip) test('Kubernetes grids', { skip }, () => {});
else
  provideMachines({
    name: 'the Kubernetes provider',
    isSelfHealing: true,
    async setUp(t) {
      const machines = machinesOf();
      afterwards(t, async () => {
        await cluster.kubectl('delete', 'jobs,secrets,pods', `--selector=${gridLabel}=${machines.grid.id}`);
      });
      return {
        open: () => openProvider(t),
        machines,
        running: async () => (await podsOf(machines)).filter(isRunning).map(indexOf),
        async crash(index) {
          const pod = (await podsOf(machines)).find((each) => indexOf(each) === index);
          await cluster.kubectl('delete', 'pod', pod?.metadata.name ?? '', '--grace-period=1');
        },
        async leftovers() {
          const selector = `--selector=${gridLabel}=${machines.grid.id}`;
          const left = await cluster.kubectl('get', 'jobs,secrets,pods', selector, '--output=name');
          return left.split('\n').filter((line) => /^\w+(\.batch)?\//.test(line));
        },
      };
    },
  });

test('states why pods do not start, and what ended them, within 15 s', { skip }, async (t) => {
  const changed = new Set<string>();
  const provider = openProvider(t, { onChange: (gridId) => changed.add(gridId) });
  const problemsOf = async (machines: Machines) => (await provider.ensure(machines)).problems.join(' ');
  const huge = machinesOf({ instanceType: 'cpu=1000,memory=1Gi' });
  const nowhere = openProvider(t, { pods: { ...pods, regionLabel: 'topology.kubernetes.io/region' } });
  const elsewhere = machinesOf();
  const unknown = openProvider(t, { pods: { ...pods, image: 'localhost/missing:1' } });
  const unpulled = machinesOf();
  await until(
    'unschedulable',
    async () => /cannot be scheduled: .*Insufficient cpu/.test(await problemsOf(huge)),
    15_000,
  );
  assert.ok(changed.has(huge.grid.id), 'the service hears of it');
  await until(
    'no machine in the region',
    async () =>
      /didn't match Pod's node affinity\/selector/.test((await nowhere.ensure(elsewhere)).problems.join()),
    15_000,
  );
  await until(
    'the image is missing',
    async () =>
      /cannot use the image localhost\/missing:1: /.test((await unknown.ensure(unpulled)).problems.join()),
    15_000,
  );
  for (const { grid } of [huge, elsewhere, unpulled]) await provider.forget(grid);
});

test('states why Kubernetes creates no pods', { skip }, async (t) => {
  const level = 'pod-security.kubernetes.io/enforce';
  await cluster.kubectl('label', 'namespace', 'default', `${level}=baseline`);
  afterwards(t, () => cluster.kubectl('label', 'namespace', 'default', `${level}-`));
  const provider = openProvider(t, { pods: { ...pods, isSandboxed: true } });
  const machines = machinesOf();
  await until(
    'the reason',
    async () =>
      /does not create pods: FailedCreate: .*violates PodSecurity/.test(
        (await provider.ensure(machines)).problems.join(),
      ),
    60_000,
    500,
  );
  await provider.forget(machines.grid);
});

test('tells which machine has gone, and with which reason', { skip }, async (t) => {
  const machines = machinesOf();
  const provider = openProvider(t);
  await provider.ensure(machines);
  await until('all run', async () => (await podsOf(machines)).filter(isRunning).length === 3);
  const [first, second] = await podsOf(machines);
  const slots = machines.slots.map((slot) => {
    const own = [first, second].find((pod) => pod && indexOf(pod) === slot.index);
    return { ...slot, machine: own?.metadata.name ?? null };
  });
  assert.deepEqual((await provider.ensure({ ...machines, slots })).incidents, []);
  const name = first?.metadata.name ?? '';
  await cluster.kubectl('delete', 'pod', name, '--grace-period=0', '--force');
  const incident = await until('it has gone', async () => {
    const { incidents = [] } = await provider.ensure({ ...machines, slots });
    return incidents.find(({ isGone }) => isGone);
  });
  assert.deepEqual(
    [incident.index, incident.sentence],
    [first && indexOf(first), `Pod ${name} was deleted.`],
  );
  const another = openProvider(t);
  const [seen] = (await another.ensure({ ...machines, slots })).incidents ?? [];
  assert.equal(seen?.sentence, `Pod ${name} no longer exists.`);
  await provider.forget(machines.grid);
});

test('watches 300 pods with one list and one watch, by the role of the Helm chart', { skip }, async (t) => {
  const before = (await cluster.requestsOf(gridAccount)).length;
  const changes: string[] = [];
  const provider = openProvider(t, { onChange: (gridId) => changes.push(gridId) });
  // No machine is that large, so no kubelet changes the states that are patched here.
  const machines = machinesOf({ instanceQuantity: 300, instanceType: 'cpu=1000,memory=1Gi' });
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
  const created = await podsOf(machines);
  const status = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' };
  const evicted = created.slice(0, 10).map(({ metadata }) => metadata.name);
  for (const name of evicted)
    await cluster.kubectl(
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
  const requests = (await cluster.requestsOf(gridAccount)).slice(before);
  const count = (verb: string, resource: string) =>
    requests.filter((request) => request.verb === verb && request.resource === resource).length;
  assert.deepEqual([count('list', 'pods'), count('watch', 'pods'), count('get', 'pods')], [1, 1, 0]);
  assert.ok(requests.length < 20, `${requests.length} requests`);
  await provider.forget(machines.grid);
  await until('nothing is left', async () => (await podsOf(machines)).length === 0, 120_000, 500);
  assert.equal(
    await cluster.kubectl('get', 'secrets', `--selector=${gridLabel}=${machines.grid.id}`, '--output=name'),
    '',
  );
});

test('the role of the Helm chart has no more rights than are used', { skip }, async () => {
  const rules = parse(await readFile(packageFile('examples/helm/spate/files/grid-rules.yaml'), 'utf8'));
  const allowed = rules.flatMap((rule: { resources: string[]; verbs: string[] }) =>
    rule.resources.flatMap((resource) => rule.verbs.map((verb) => `${verb} ${resource}`)),
  );
  const used = new Set(
    (await cluster.requestsOf(gridAccount)).map(({ verb, resource }) => `${verb} ${resource}`),
  );
  assert.deepEqual([...used].sort(), allowed.sort());
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

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'yaml';
import { afterwards } from '../../../../test/support/afterwards.ts';
import { gridAccount } from '../../../../test/support/kubernetes/grid-cluster.ts';
import { until } from '../../../../test/support/until.ts';
import { packageFile } from '../../../lib/package-files.ts';
import type { Machines } from '../../provider.ts';
import { provideMachines } from '../provider.conformance.ts';
import {
  idlePods,
  indexOf,
  isRunning,
  machinesOf,
  openProvider,
  podsOf,
  skip,
  withCluster,
} from './kubernetes.fixture.ts';
import { gridLabel } from './node-job.ts';

const cluster = withCluster('pause');

if (skip) test('Kubernetes grids', { skip }, () => {});
else
  provideMachines({
    name: 'the Kubernetes provider',
    isSelfHealing: true,
    async setUp(t) {
      const machines = machinesOf();
      afterwards(t, async () => {
        await cluster().kubectl('delete', 'jobs,secrets,pods', `--selector=${gridLabel}=${machines.grid.id}`);
      });
      return {
        open: () => openProvider(t),
        machines,
        running: async () => (await podsOf(cluster(), machines)).filter(isRunning).map(indexOf),
        async crash(index) {
          const pod = (await podsOf(cluster(), machines)).find((each) => indexOf(each) === index);
          await cluster().kubectl('delete', 'pod', pod?.metadata.name ?? '', '--grace-period=1');
        },
        async leftovers() {
          const selector = `--selector=${gridLabel}=${machines.grid.id}`;
          const left = await cluster().kubectl('get', 'jobs,secrets,pods', selector, '--output=name');
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
  const nowhere = openProvider(t, { pods: { ...idlePods, regionLabel: 'topology.kubernetes.io/region' } });
  const elsewhere = machinesOf();
  const unknown = openProvider(t, { pods: { ...idlePods, image: 'localhost/missing:1' } });
  const unpulled = machinesOf();
  await until(
    'unschedulable',
    async () => /cannot be scheduled: .*Insufficient cpu/.test(await problemsOf(huge)),
    15_000,
  );
  await until('the service hears of it', () => changed.has(huge.grid.id), 15_000);
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
  await cluster().kubectl('label', 'namespace', 'default', `${level}=baseline`);
  afterwards(t, () => cluster().kubectl('label', 'namespace', 'default', `${level}-`));
  const provider = openProvider(t, { pods: { ...idlePods, isSandboxed: true } });
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
  await until('all run', async () => (await podsOf(cluster(), machines)).filter(isRunning).length === 3);
  const [first, second] = await podsOf(cluster(), machines);
  const slots = machines.slots.map((slot) => {
    const own = [first, second].find((pod) => pod && indexOf(pod) === slot.index);
    return { ...slot, machine: own?.metadata.name ?? null };
  });
  assert.deepEqual((await provider.ensure({ ...machines, slots })).incidents, []);
  const name = first?.metadata.name ?? '';
  await cluster().kubectl('delete', 'pod', name, '--grace-period=0', '--force');
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

test('moves the deadline of the Job with the end of the grid', { skip }, async (t) => {
  const provider = openProvider(t);
  const machines = machinesOf();
  const { grid } = machines;
  await provider.ensure(machines);
  const endsAt = new Date(grid.createdAt.getTime() + 3_600_000);
  await provider.ensure({ ...machines, grid: { ...grid, endsAt } });
  const deadline = '--output=jsonpath={.items[*].spec.activeDeadlineSeconds}';
  assert.equal(
    await cluster().kubectl('get', 'jobs', `--selector=${gridLabel}=${grid.id}`, deadline),
    '3900',
    'an hour, and 5 minutes to deliver results',
  );
  await provider.forget(grid);
});

test('the role of the Helm chart has no more rights than are used', { skip }, async () => {
  const rules = parse(await readFile(packageFile('examples/helm/spate/files/grid-rules.yaml'), 'utf8'));
  const allowed = rules.flatMap((rule: { resources: string[]; verbs: string[] }) =>
    rule.resources.flatMap((resource) => rule.verbs.map((verb) => `${verb} ${resource}`)),
  );
  const used = new Set(
    (await cluster().requestsOf(gridAccount)).map(({ verb, resource }) => `${verb} ${resource}`),
  );
  assert.deepEqual([...used].sort(), allowed.sort());
});

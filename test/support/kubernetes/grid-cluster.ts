import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { loadConfig } from '../../../src/config/load.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { packageFile } from '../../../src/lib/package-files.ts';
import { jmeterProject } from '../../../src/tools/jmeter/project.ts';
import { ensureToolchain } from '../../../src/tools/toolchain.ts';
import { buildImages } from '../containers/build-images.ts';
import { ImageStore } from '../containers/image-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { Cluster, pauseImage } from './cluster.ts';
import { buildControlPlane, buildPrograms } from './programs.ts';

/** Service account with the role of the Helm chart for grids, and no other rights. */
export const gridAccount = 'grids';
/** Image of nodes with Java and Apache JMeter. */
export const nodeImage = 'localhost/spate-node:test';

export interface GridCluster {
  cluster: Cluster;
  /** Path of a kubeconfig with the context `test`, for the service account. */
  kubeconfig: string;
}

/**
 * A cluster in which a service may start grids. Its pods never run (`none`), are idle (`pause`), or are nodes, whose
 * image takes minutes to build.
 */
export async function startGridCluster(
  t: TestContext,
  pods: 'none' | 'pause' | 'nodes',
): Promise<GridCluster> {
  const cluster =
    pods === 'none'
      ? await Cluster.startControlPlane(t, await buildControlPlane())
      : await startWithNode(t, pods);
  await permitGrids(cluster);
  const token = await cluster.kubectl('create', 'token', gridAccount, '--duration=24h');
  return { cluster, kubeconfig: await cluster.kubeconfig(t, token.trim()) };
}

async function startWithNode(t: TestContext, pods: 'pause' | 'nodes'): Promise<Cluster> {
  const programs = await buildPrograms();
  const images = pods === 'nodes' ? await buildNodeImage(t) : await ImageStore.make(t);
  await images.makeFromProgram('pause', join(programs.pause, 'pause'));
  const cluster = await Cluster.start(t, programs);
  const folder = await temporaryFolder(t);
  const names = { pause: pauseImage, ...(pods === 'nodes' && { 'node-jmeter': nodeImage }) };
  for (const [image, name] of Object.entries(names)) {
    const file = join(folder, `${image}.tar`);
    await images.save(image, file, name);
    await cluster.load(file);
  }
  return cluster;
}

async function permitGrids(cluster: Cluster): Promise<void> {
  const rules = parse(await readFile(packageFile('examples/helm/spate/files/grid-rules.yaml'), 'utf8'));
  const metadata = { name: gridAccount, namespace: 'default' };
  const apiGroup = 'rbac.authorization.k8s.io';
  await cluster.apply(
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: `${apiGroup}/v1`, kind: 'Role', metadata, rules },
    {
      apiVersion: `${apiGroup}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup, kind: 'Role', name: gridAccount },
      subjects: [{ kind: 'ServiceAccount', ...metadata }],
    },
  );
}

/** The pods have no network to download from, so JMeter is in the image. */
const dockerfile = `FROM localhost/node AS node-jmeter
USER 0:0
RUN apt-get update \\
 && mkdir --parents /usr/share/man/man1 \\
 && apt-get install --yes --no-install-recommends openjdk-17-jdk-headless
COPY cache /opt/spate-cache
ENV SPATE_CACHE_DIR=/opt/spate-cache
USER 10001:10001
`;

async function buildNodeImage(t: TestContext): Promise<ImageStore> {
  const { cacheDir } = loadConfig({}, { SPATE_CACHE_DIR: process.env.SPATE_CACHE_DIR });
  const { signal } = new AbortController();
  const toolchain = await ensureToolchain(jmeterProject, { cacheDir, log: silentLog, signal }, () => {});
  const store = await buildImages(t, ['node']);
  const context = await temporaryFolder(t);
  await mkdir(join(context, 'cache'));
  await cp(toolchain, join(context, 'cache', basename(toolchain)), { recursive: true });
  await writeFile(join(context, 'Dockerfile'), dockerfile);
  await store.build('node-jmeter', { dockerfile: join(context, 'Dockerfile'), context });
  return store;
}

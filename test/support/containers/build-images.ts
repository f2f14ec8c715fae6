import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { buildDeb, debName } from '../../../packaging/build-deb.ts';
import { buildNode } from '../../../packaging/build-node.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { packageFile, readPackageVersion } from '../../../src/lib/package-files.ts';
import { type BundleArchitecture, bundleName } from '../../../src/protocol/node-bundle.ts';
import { builtWeb } from '../../../src/service/built-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ImageStore } from './image-store.ts';

/** Builds targets of the Dockerfile from the packages of a release. */
export async function buildImages(
  t: TestContext,
  targets: readonly string[],
  dockerfile = packageFile('examples/containers/Dockerfile'),
): Promise<ImageStore> {
  const store = await ImageStore.make(t);
  const [context] = await Promise.all([buildPackages(t, targets), store.makeBase()]);
  for (const target of targets) await store.build(target, { dockerfile, context });
  return store;
}

/** Writes the packages that the targets need, for this machine's architecture, into a new folder: each takes minutes of compression. */
async function buildPackages(t: TestContext, targets: readonly string[]): Promise<string> {
  const folder = await temporaryFolder(t);
  const architecture = process.arch as BundleArchitecture;
  const [version, web] = await Promise.all([
    readPackageVersion(),
    builtWeb({ dataDir: folder, log: silentLog }),
  ]);
  const build = async (name: string) => {
    const work = join(folder, name);
    await mkdir(work);
    return { architecture, version, changedAt: new Date(0), web, work };
  };
  const release = join(folder, 'release');
  await mkdir(release);
  if (targets.includes('service'))
    await buildDeb(await build('deb'), join(release, debName(version, architecture)));
  if (targets.some((target) => target.startsWith('node')))
    await buildNode(await build('node'), join(release, `${bundleName(version, architecture)}.tar.gz`));
  return release;
}

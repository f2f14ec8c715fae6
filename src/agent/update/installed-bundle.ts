import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runChild } from '../../lib/child-process.ts';
import { exists } from '../../lib/exists.ts';
import { packageRoot, readPackageVersion } from '../../lib/package-files.ts';
import { agentRoutes } from '../../protocol/agent-routes.ts';
import { bundleName, currentLinkName, isBundleArchitecture } from '../../protocol/node-bundle.ts';
import { callService, type ServiceAddress } from '../service-client.ts';

/** Source of bundles. */
export interface BundleSource {
  address: ServiceAddress;
  authorization: string;
  signal: AbortSignal;
}

const makeTimeoutMs = 5 * 60_000;
const unpackTimeoutMs = 5 * 60_000;
const downloadPrefix = '.download-';
const bundleFolder = /^spate-node-.+-linux-\w+$/;

/** The folder of bundles that this program belongs to; undefined unless the join script installed it. */
export async function findBundlesFolder(root = packageRoot): Promise<string | undefined> {
  const folder = dirname(root);
  const isBundle = bundleFolder.test(basename(root)) && (await exists(join(folder, currentLinkName)));
  return isBundle ? folder : undefined;
}

/** The program of the bundle in use. */
export function currentProgram(folder: string): string {
  return join(folder, currentLinkName, 'spate');
}

/** Throws unless a package manager or a user has installed this version over the running one. */
export async function requireInstalled(version: string): Promise<void> {
  const installed = await readPackageVersion();
  if (installed !== version)
    throw new Error(
      `The service has version ${version}, this machine ${installed}. Install the version of the service.`,
    );
}

/** Makes a version the current one, downloading it if missing. Keeps the previous version and removes all others. */
export async function switchToVersion(folder: string, version: string, source: BundleSource): Promise<void> {
  if (!isBundleArchitecture(process.arch)) throw new Error(`There are no bundles for ${process.arch}.`);
  const name = bundleName(version, process.arch);
  const program = join(folder, name, 'spate');
  const isThere = await checkVersion(program, version).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await download(folder, name, source);
    await checkVersion(program, version);
  }
  const former = await readlink(join(folder, currentLinkName));
  const link = join(folder, `.${currentLinkName}-${process.pid}`);
  await rm(link, { force: true });
  await symlink(name, link);
  await rename(link, join(folder, currentLinkName));
  const old = (await readdir(folder)).filter(
    (each) => bundleFolder.test(each) && each !== name && each !== former,
  );
  for (const each of old) await rm(join(folder, each), { recursive: true, force: true });
}

async function download(folder: string, name: string, source: BundleSource): Promise<void> {
  const { address, authorization, signal } = source;
  for (const left of (await readdir(folder)).filter((each) => each.startsWith(downloadPrefix)))
    await rm(join(folder, left), { recursive: true, force: true });
  const work = await mkdtemp(join(folder, downloadPrefix));
  try {
    const file = join(work, 'bundle.tar.gz');
    const response = await callService(address, {
      method: 'GET',
      path: `${agentRoutes.bundles}/linux-${process.arch}`,
      headers: { authorization },
      signal,
      // The service may have to build the bundle first.
      idleTimeoutMs: makeTimeoutMs,
    });
    await pipeline(response, createWriteStream(file), { signal });
    const { code, lines } = await runChild('tar', ['-xzf', file, '-C', work], {
      signal,
      timeoutMs: unpackTimeoutMs,
    });
    if (code !== 0) throw new Error(`tar failed (${code}): ${lines.slice(-3).join(' ')}`);
    if (!(await exists(join(work, name, 'spate')))) throw new Error(`The bundle does not contain ${name}.`);
    // Synced before use: the node must start after a power failure.
    await runChild('sync', [], { signal });
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(join(work, name), join(folder, name));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A bundle that does not start on this machine must not become current. */
async function checkVersion(program: string, version: string): Promise<void> {
  const { code, lines } = await runChild(program, ['--version'], { timeoutMs: 60_000 });
  if (code !== 0 || lines.at(-1) !== version)
    throw new Error(`${program} --version printed ${JSON.stringify(lines.at(-1) ?? '')} (${code}).`);
}

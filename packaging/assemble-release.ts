import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../src/lib/package-files.ts';
import { buildEngine } from '../src/tools/jmeter/engine-bundle/engine-bundle.ts';
import { bundlePrograms, installedPackages } from './bundle-programs.ts';
import { copyFile } from './copy-file.ts';
import { jsonText } from './json-text.ts';
import { manifestsOf } from './manifests.ts';

export interface ReleaseParts {
  /** Folder of the built dashboard. */
  web: string;
  /** Further programs, relative to the repository. */
  programs?: readonly string[];
}

/** Files that all programs read at run time, and the license. */
const programFiles = [
  'src/browser-scripts/script/element.d.ts',
  'toolchains/gatling',
  'toolchains/jmeter',
  'toolchains/selenium',
  'LICENSE',
];
/** Files of the service. */
const serviceFiles = ['src/store/migrations', 'docs', 'examples', 'README.md', 'CHANGELOG.md'];

/** Writes a release into an empty folder: bundled programs and the files that they read, without packages. */
export async function assembleRelease(folder: string, { web, programs }: ReleaseParts): Promise<void> {
  await Promise.all([
    assemblePrograms(folder, programs),
    cp(web, join(folder, 'web'), { recursive: true }),
    writeManifests(folder),
    writeStarter(folder),
    ...serviceFiles.map((path) => copyFile(path, folder)),
  ]);
}

/** Writes what service and nodes have in common: bundled programs and the files that they read. */
export async function assemblePrograms(folder: string, more: readonly string[] = []): Promise<void> {
  await Promise.all([
    bundlePrograms(folder, more),
    bundleEngine(join(folder, 'src/engine')),
    ...programFiles.map((path) => copyFile(path, folder)),
  ]);
}

async function bundleEngine(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await buildEngine(packageRoot, folder);
}

async function writeManifests(folder: string): Promise<void> {
  const { packageJson, lock } = await manifestsOf(installedPackages);
  await writeFile(join(folder, 'package.json'), jsonText(packageJson));
  await writeFile(join(folder, 'npm-shrinkwrap.json'), jsonText(lock));
}

/** The starter of the repository, without the installation of packages. */
async function writeStarter(folder: string): Promise<void> {
  for (const name of ['start.mjs', 'own-node.mjs', 'setup.mjs', 'setup-lock.mjs'])
    await copyFile(`bin/${name}`, folder);
  await writeFile(join(folder, 'bin/spate.mjs'), starter);
}

const starter = `#!/usr/bin/env node
// Must be valid for very old versions of Node.js, so that they report the required version.
import { runScript } from './start.mjs';

runScript('src/main.mjs', process.argv.slice(2), { isInstalled: true });
`;

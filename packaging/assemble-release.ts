import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runChild } from '../src/lib/child-process.ts';
import { packageFile, packageRoot } from '../src/lib/package-files.ts';
import { bundlePrograms, installedPackages } from './bundle-programs.ts';

export interface ReleaseParts {
  /** Folder of the built dashboard. */
  web: string;
  /** Further programs, relative to the repository. */
  programs?: readonly string[];
}

/** Files that the programs read at run time. */
const files = [
  'src/browser-scripts/script/element.d.ts',
  'src/store/migrations',
  'toolchains/gatling',
  'toolchains/jmeter',
  'toolchains/selenium',
  'docs',
  'examples',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
];
const engineBuildTimeoutMs = 120_000;

/** Writes a release into an empty folder: bundled programs and the files that they read, without packages. */
export async function assembleRelease(folder: string, { web, programs }: ReleaseParts): Promise<void> {
  await Promise.all([
    bundlePrograms(folder, programs),
    bundleEngine(join(folder, 'src/engine')),
    cp(web, join(folder, 'web'), { recursive: true }),
    writeManifest(folder),
    ...files.map((path) => copy(path, folder)),
  ]);
}

async function bundleEngine(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const script = packageFile('src/tools/jmeter/engine-bundle/build.ts');
  const { signal } = new AbortController();
  const { code, lines } = await runChild(process.execPath, [script, packageRoot, folder], {
    signal,
    timeoutMs: engineBuildTimeoutMs,
  });
  if (code !== 0) throw new Error(`The engine could not be bundled:\n${lines.join('\n')}`);
}

async function copy(path: string, folder: string): Promise<void> {
  const to = join(folder, path);
  await mkdir(dirname(to), { recursive: true });
  await cp(packageFile(path), to, { recursive: true, filter: (from) => !/\/target(\/|$)/.test(from) });
}

async function writeManifest(folder: string): Promise<void> {
  const own = JSON.parse(await readFile(packageFile('package.json'), 'utf8'));
  const { name, version, description, license, type } = own;
  const dependencies = Object.fromEntries(
    installedPackages.map((each) => [each, own.dependencies[each]] as const),
  );
  const manifest = { name, version, description, license, private: true, type, dependencies };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

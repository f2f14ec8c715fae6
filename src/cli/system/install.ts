import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { CliError } from '../cli-error.ts';
import { listNeeds, missingNeeds, type NeedName, systemNeeds } from './needs.ts';

export type Say = (sentence: string) => void;

/** Whether packages can be installed automatically: root with apt-get. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && hasAptGet();
}

/** Installs missing packages with apt-get. Throws CliError if something is still missing afterwards. */
export async function installNeeds(missing: readonly NeedName[], say: Say): Promise<void> {
  say(`Missing: ${listNeeds(missing)}. Installing with apt-get.`);
  await aptGet(['update']);
  await aptGet(['install', '-y', '--no-install-recommends', ...packagesFor(missing)]);
  const still = missingNeeds(missing);
  if (still.length > 0) {
    throw new CliError(
      `Still missing after apt-get: ${listNeeds(still)}.`,
      'See the output of apt-get above.',
    );
  }
}

/** Installs an optional package if the system provides it. Resolves with whether it was installed. */
export async function installOptional(packageName: string): Promise<boolean> {
  if (!isAvailable(packageName)) return false;
  await aptGet(['install', '-y', '--no-install-recommends', packageName]);
  return true;
}

/** The command that installs the missing packages; null without apt-get. */
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
  // Waits for another running apt-get. Its output goes to standard error: standard output is for results.
  const child = spawn('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new CliError(`apt-get ${args.join(' ')} failed (${code}).`, 'See its output above.');
}

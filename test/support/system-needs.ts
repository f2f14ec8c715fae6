import { spawnSync } from 'node:child_process';
import { describeError } from '../../src/cli/describe-error.ts';
import { canInstall, installNeeds, installOptional } from '../../src/cli/system/install.ts';
import { missingNeeds, type NeedName, systemNeeds } from '../../src/cli/system/needs.ts';
import { rareNeeds } from './test-file-needs.ts';

/** Needs a quarter of the processor time per page; tests use Chromium if it is missing. */
const headlessShell = 'chromium-headless-shell';

/**
 * Installs missing requirements if possible, rare ones only if `named`. `missing` resolves with those that are still
 * missing; their tests are skipped.
 */
export function installMissing(named: ReadonlySet<NeedName>): {
  isInstalling: boolean;
  missing: Promise<NeedName[]>;
} {
  const names = Object.keys(systemNeeds) as NeedName[];
  const missing = missingNeeds(names.filter((name) => !rareNeeds.includes(name) || named.has(name)));
  const isShellThere = spawnSync(headlessShell, ['--version'], { stdio: 'ignore' }).status === 0;
  if ((missing.length === 0 && isShellThere) || !canInstall())
    return { isInstalling: false, missing: Promise.resolve(missing) };
  const installed = install(missing, isShellThere)
    .catch((error: unknown) => console.error(describeError(error)))
    .then(() => missingNeeds(missing));
  return { isInstalling: true, missing: installed };
}

async function install(missing: NeedName[], isShellThere: boolean): Promise<void> {
  if (missing.length > 0) await installNeeds(missing, (sentence) => console.error(sentence));
  if (!isShellThere) await installOptional(headlessShell);
}

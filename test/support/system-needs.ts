import { spawnSync } from 'node:child_process';
import { describeError } from '../../src/cli/describe-error.ts';
import { canInstall, installNeeds, installOptional } from '../../src/cli/system/install.ts';
import { missingNeeds, type NeedName, type SystemNeed, systemNeeds } from '../../src/cli/system/needs.ts';
import { isFullSuite } from './suite.ts';

/** Needs a quarter of the processor time per page; tests use Chromium if it is missing. */
const headlessShell = 'chromium-headless-shell';

/** Installs missing requirements if possible. `missing` resolves with those that are still missing; their tests are skipped. */
export function installMissing(): { isInstalling: boolean; missing: Promise<NeedName[]> } {
  const missing = missingNeeds(needsOfSuite());
  const isShellThere = spawnSync(headlessShell, ['--version'], { stdio: 'ignore' }).status === 0;
  if ((missing.length === 0 && isShellThere) || !canInstall())
    return { isInstalling: false, missing: Promise.resolve(missing) };
  const installed = install(missing, isShellThere)
    .catch((error: unknown) => console.error(describeError(error)))
    .then(() => missingNeeds(missing));
  return { isInstalling: true, missing: installed };
}

function needsOfSuite(): NeedName[] {
  const all: [string, SystemNeed][] = Object.entries(systemNeeds);
  return all.filter(([, need]) => isFullSuite() || !need.isForFullSuite).map(([name]) => name as NeedName);
}

async function install(missing: NeedName[], isShellThere: boolean): Promise<void> {
  if (missing.length > 0) await installNeeds(missing, (sentence) => console.error(sentence));
  if (!isShellThere) await installOptional(headlessShell);
}

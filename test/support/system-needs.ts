import { describeError } from '../../src/cli/describe-error.ts';
import { canInstall, installNeeds } from '../../src/cli/system/install.ts';
import { missingNeeds, type NeedName, systemNeeds } from '../../src/cli/system/needs.ts';

/** Installs what this machine lacks, if it can. `missing` resolves with what is missing then; tests that need it are skipped. */
export function installMissing(): { isInstalling: boolean; missing: Promise<NeedName[]> } {
  const missing = missingNeeds(Object.keys(systemNeeds) as NeedName[]);
  if (missing.length === 0 || !canInstall())
    return { isInstalling: false, missing: Promise.resolve(missing) };
  const installed = installNeeds(missing, (sentence) => console.error(sentence))
    .catch((error: unknown) => console.error(describeError(error)))
    .then(() => missingNeeds(missing));
  return { isInstalling: true, missing: installed };
}

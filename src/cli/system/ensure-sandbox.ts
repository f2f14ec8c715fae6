import { findProgram } from '../../tools/find-program.ts';
import { describeError } from '../describe-error.ts';
import { canInstall, installNeeds, type Say } from './install.ts';

/** Installs bubblewrap if it is missing and this is root with apt-get. A failure is printed, not thrown: runs are rejected later. */
export async function ensureSandbox(say: Say): Promise<void> {
  // Reinstalling does not fix an installed bubblewrap that does not work.
  if ((await findProgram('bwrap')) !== undefined || !canInstall()) return;
  await installNeeds(['bubblewrap'], say).catch((error: unknown) => say(describeError(error)));
}

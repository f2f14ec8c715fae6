import { findProgram } from '../../tools/find-program.ts';
import { describeError } from '../describe-error.ts';
import { canInstall, installNeeds, type Say } from './install.ts';

/** As root on a machine with apt-get, installs bubblewrap if it is missing. A failure is said, not thrown: runs are refused then. */
export async function ensureSandbox(say: Say): Promise<void> {
  // One that is there and does not work is not helped by installing it.
  if ((await findProgram('bwrap')) !== undefined || !canInstall()) return;
  await installNeeds(['bubblewrap'], say).catch((error: unknown) => say(describeError(error)));
}

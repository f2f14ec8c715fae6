import { AppError } from '../../domain/errors.ts';
import { createPlain } from './plain.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * For a machine without a working sandbox, unless the operator accepts that. Starts nothing, but ends tools of an earlier
 * agent. `refusal` runs `detect` again, so that installing bubblewrap takes effect without a restart.
 */
export function createRefused(remark: string, detect: () => Promise<Sandbox | string>): Sandbox {
  let why = remark;
  let found: Sandbox | undefined;
  const nothing = createPlain(remark, undefined);
  const current = () => found ?? nothing;
  return {
    get kind() {
      return current().kind;
    },
    get remark() {
      return found ? found.remark : why;
    },
    get notes() {
      return found ? found.notes : [why];
    },
    async refusal() {
      if (!found) {
        const result = await detect();
        if (typeof result === 'string') why = result;
        else found = result;
      }
      return found ? undefined : why;
    },
    async start(command) {
      if (!found) throw new AppError('tool_unavailable', why);
      await found.start(command);
    },
    paths: (folders, toolchain) => current().paths(folders, toolchain),
    seenAt: (folder) => current().seenAt(folder),
    isRunning: (folders) => current().isRunning(folders),
    kill: (folders) => current().kill(folders),
    exitCode: (folders) => current().exitCode(folders),
    wasOutOfMemory: (folders) => current().wasOutOfMemory(folders),
    cleanUp: (folders) => current().cleanUp(folders),
  };
}

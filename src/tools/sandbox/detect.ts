import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../../lib/child-process.ts';
import { findProgram } from '../find-program.ts';
import { bwrapArguments, createBubblewrap } from './bubblewrap.ts';
import { findMissingCaps } from './cgroup.ts';
import { prepareToolFolders, toolFolders } from './layout.ts';
import { createPlain } from './plain.ts';
import { createRefused } from './refused.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * required: without a working sandbox, user code is refused. preferred: it then runs with the rights of this user.
 * off: it always does.
 */
export type SandboxMode = 'required' | 'preferred' | 'off';

/** Finds the sandbox of this machine, by trying it. */
export async function detectSandbox(mode: SandboxMode = 'required'): Promise<Sandbox> {
  const prlimit = await findProgram('prlimit');
  if (mode === 'off')
    return createPlain('SPATE_SANDBOX is off: scripts run with the rights of this user.', prlimit);
  const found = await findBubblewrap(prlimit);
  if ('sandbox' in found) return found.sandbox;
  if (mode === 'preferred')
    return createPlain(`${found.lack}, so scripts run with the rights of this user.`, prlimit);
  const refusal = ({ lack, remedy }: Lack) =>
    `${lack}, so scripts are not run: they would have the rights of this user. ${remedy}, or accept it with SPATE_SANDBOX=off.`;
  return createRefused(refusal(found), async () => {
    const again = await findBubblewrap(prlimit);
    return 'sandbox' in again ? again.sandbox : refusal(again);
  });
}

/** Why bubblewrap cannot be used, as the beginning of a sentence, and what to do about it. */
interface Lack {
  lack: string;
  remedy: string;
}

async function findBubblewrap(prlimit: string | undefined): Promise<{ sandbox: Sandbox } | Lack> {
  const [bwrap, setpriv] = await Promise.all([findProgram('bwrap'), findProgram('setpriv')]);
  if (!bwrap)
    return {
      lack: 'bubblewrap is not installed',
      remedy: 'Install it (on Debian and Ubuntu: apt-get install bubblewrap)',
    };
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !setpriv)
    return { lack: 'setpriv is not installed', remedy: 'Install it (on Debian and Ubuntu: util-linux)' };
  const failure = await tryBubblewrap(bwrap, setpriv, isRoot);
  if (failure === undefined) {
    const uncapped = await findMissingCaps();
    return {
      sandbox: createBubblewrap({ bwrap, setpriv, prlimit }, uncapped === undefined ? [] : [uncapped]),
    };
  }
  return {
    lack: `bubblewrap does not work here (${failure})`,
    remedy: isRoot
      ? 'Allow mounts and namespaces to this container or machine'
      : 'Allow unprivileged user namespaces on this machine, or run the agent as root',
  };
}

/** The same arguments as in earnest, on empty folders. Returns what went wrong. */
async function tryBubblewrap(
  bwrap: string,
  setpriv: string | undefined,
  isRoot: boolean,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-sandbox-'));
  try {
    const folders = {
      files: join(folder, 'files'),
      results: join(folder, 'results'),
      tool: join(folder, 'tool'),
    };
    await prepareToolFolders(folders);
    for (const name of ['passwd', 'group', 'hosts']) {
      await writeFile(join(toolFolders(folders).etc, name), '');
    }
    const uid = isRoot ? 65534 : (process.getuid?.() ?? 0);
    const identity = { uid, gid: isRoot ? 65534 : (process.getgid?.() ?? uid) };
    const args = await bwrapArguments({ folders, toolchain: folder, readOnly: [] }, isRoot, identity);
    const drop =
      setpriv && isRoot ? [setpriv, `--reuid=${uid}`, `--regid=${identity.gid}`, '--clear-groups', '--'] : [];
    const infoFree = args.filter((value, index) => value !== '--info-fd' && args[index - 1] !== '--info-fd');
    const result = await runChild(bwrap, [...infoFree, ...drop, '/bin/sh', '-c', 'true'], {
      timeoutMs: 10_000,
    });
    return result.code === 0 ? undefined : (result.lines.at(-1) ?? `it ended with ${result.code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

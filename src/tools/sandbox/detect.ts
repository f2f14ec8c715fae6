import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EgressPolicy, egressPolicy, parseEgress } from '../../domain/egress.ts';
import { AppError } from '../../domain/errors.ts';
import { runChild } from '../../lib/child-process.ts';
import { exists } from '../../lib/exists.ts';
import { findProgram } from '../find-program.ts';
import { type BubblewrapPrograms, bwrapArguments, createBubblewrap } from './bubblewrap.ts';
import { findMissingCaps } from './cgroup.ts';
import { enforceEgress, findNameServers } from './egress/enforce.ts';
import { prepareToolFolders, toolFolders } from './layout.ts';
import { createPlain } from './plain.ts';
import { createRefused } from './refused.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * required: without a working sandbox, runs are rejected. preferred: user code then runs with the rights of this user.
 * off: it always runs with these rights.
 */
export type SandboxMode = 'required' | 'preferred' | 'off';

export interface SandboxOptions {
  mode?: SandboxMode;
  /** Egress rules of the operator, as text; undefined: no rules, not even the default ones. */
  egress?: string;
}

/** Detects the sandbox of this machine by starting it. */
export async function detectSandbox({ mode = 'required', egress }: SandboxOptions = {}): Promise<Sandbox> {
  const policy =
    egress === undefined ? undefined : egressPolicy(parseEgress(egress), await findNameServers());
  const detect = async () => findSandbox(mode, policy);
  const found = await detect();
  return typeof found === 'string' ? createRefused(found, detect) : found;
}

/** Returns a message if user code must not run. */
async function findSandbox(mode: SandboxMode, egress: EgressPolicy | undefined): Promise<Sandbox | string> {
  const prlimit = await findProgram('prlimit');
  if (mode === 'off')
    return findPlain('SPATE_SANDBOX is off: scripts run with the rights of this user.', egress, prlimit);
  const programs = await findBubblewrap(prlimit);
  if ('bwrap' in programs) return withLimits(programs, egress);
  const { lack, remedy } = programs;
  if (mode === 'preferred')
    return findPlain(`${lack}, so scripts run with the rights of this user.`, egress, prlimit);
  return `${lack}, so runs are rejected: scripts would have the rights of this user. ${remedy}, or accept that with SPATE_SANDBOX=off.`;
}

function findPlain(
  remark: string,
  egress: EgressPolicy | undefined,
  prlimit: string | undefined,
): Sandbox | string {
  return egress?.isRequired ? egressRefusal('this requires the sandbox') : createPlain(remark, prlimit);
}

async function withLimits(
  programs: BubblewrapPrograms,
  egress: EgressPolicy | undefined,
): Promise<Sandbox | string> {
  const uncapped = await findMissingCaps();
  const notes = uncapped === undefined ? [] : [uncapped];
  if (egress === undefined) return createBubblewrap(programs, { notes });
  const enforced = await enforceEgress(egress);
  if ('group' in enforced)
    return createBubblewrap(programs, { notes, egressGroup: () => keepGroup(enforced.group, egress) });
  if (egress.isRequired) return egressRefusal(enforced.failure);
  const open = `Scripts can connect to every address that this machine can reach, including cloud metadata: SPATE_EGRESS cannot be enforced (${enforced.failure}).`;
  return createBubblewrap(programs, { notes: [...notes, open] });
}

/** Recreates the group if it was removed. Throws on failure, because enforced rules must stay enforced. */
async function keepGroup(group: string, egress: EgressPolicy): Promise<string> {
  if (await exists(group)) return group;
  const enforcement = await enforceEgress(egress);
  if ('group' in enforcement) return enforcement.group;
  throw new AppError('tool_unavailable', egressRefusal(enforcement.failure));
}

function egressRefusal(failure: string): string {
  return `The deny rules of SPATE_EGRESS cannot be enforced (${failure}), so runs are rejected. Run the agent as root on a machine with control groups of version 2, or use try-deny instead of deny.`;
}

/** The reason why bubblewrap cannot be used, as the beginning of a sentence, and how to fix it. */
interface Lack {
  lack: string;
  remedy: string;
}

async function findBubblewrap(prlimit: string | undefined): Promise<BubblewrapPrograms | Lack> {
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
  if (failure === undefined) return { bwrap, setpriv, prlimit };
  return {
    lack: `bubblewrap does not work (${failure})`,
    remedy: isRoot
      ? 'Allow mounts and namespaces for this container or machine'
      : 'Allow unprivileged user namespaces on this machine, or run the agent as root',
  };
}

/** Starts bubblewrap with the arguments of a run, on empty folders. Returns the error, if any. */
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
    return result.code === 0 ? undefined : (result.lines.at(-1) ?? `exit code ${result.code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

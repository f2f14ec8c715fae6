import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { AppError } from '../../domain/errors.ts';

/** How the PostgreSQL programs are started, and as which user. */
export interface RunAs {
  /** Owner of the PostgreSQL files; undefined: the user of this process. */
  uid: number | undefined;
  command(file: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number };
}

export interface Reach {
  /** Program that the user must be able to run with --version. */
  program: string;
  /** Folder that the user must be able to enter. */
  folder: string;
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** Runs as the user of the service. */
export const asMyself: RunAs = { uid: undefined, command: (file, args) => ({ file, args }) };

/**
 * Runs as another user, with a capability to traverse parent folders that the user cannot enter, such as /root.
 */
export async function asUser(uid: number, reach: Reach): Promise<RunAs> {
  const tries = [plainly(uid), withCapability(uid, 'dac_read_search'), withCapability(uid, 'dac_override')];
  const reasons: string[] = [];
  for (const runAs of tries) {
    const reason = await whyNot(runAs, reach);
    if (reason === undefined) return runAs;
    reasons.push(reason);
  }
  throw new AppError(
    'internal',
    `PostgreSQL does not run as root, and as user ${uid} it cannot get to ${reach.program} and ${reach.folder} (${reasons.join('; ')}). Put the program and SPATE_DATA_DIR where every user may enter, install setpriv (util-linux), start the service as an ordinary user, or set DATABASE_URL.`,
  );
}

function plainly(uid: number): RunAs {
  return { uid, command: (file, args) => ({ file, args, uid, gid: uid }) };
}

/**
 * no_setuid_fixup applies the capability to access() too, which PostgreSQL uses to find its own program.
 */
function withCapability(uid: number, capability: string): RunAs {
  const options = [
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    '--securebits=+no_setuid_fixup',
    '--no-new-privs',
    '--',
  ];
  return { uid, command: (file, args) => ({ file: 'setpriv', args: [...options, file, ...args] }) };
}

async function whyNot(runAs: RunAs, { program, folder }: Reach): Promise<string | undefined> {
  try {
    await run(runAs, program, ['--version']);
    await run(runAs, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
    return undefined;
  } catch (error) {
    return error instanceof Error
      ? (error.message.split('\n').findLast((line) => line.trim() !== '') ?? '')
      : '';
  }
}

async function run(runAs: RunAs, file: string, args: string[]): Promise<void> {
  const { file: program, args: all, ...ids } = runAs.command(file, args);
  await promisify(execFile)(program, all, { ...ids, cwd: '/' });
}

/**
 * A user id without an account, so that no other program shares the PostgreSQL files; below 65534, the highest id in
 * many containers.
 */
export async function unusedUid(): Promise<number> {
  const taken = new Set((await readUsers()).map(({ uid }) => uid));
  let uid = 64_432;
  while (taken.has(uid)) uid++;
  return uid;
}

/** An unprivileged named user, which initdb requires. */
export async function namedUid(): Promise<number> {
  const users = await readUsers();
  const user = users.find(({ name }) => name === 'nobody') ?? users.find(({ uid }) => uid !== 0);
  if (!user)
    throw new AppError('internal', '/etc/passwd has no user other than root. Add one, or set DATABASE_URL.');
  return user.uid;
}

async function readUsers(): Promise<{ name: string; uid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8');
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 2)
    .map(([name = '', , uid]) => ({ name, uid: Number(uid) }));
}

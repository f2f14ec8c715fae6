import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** The boot it belongs to and when in it the kernel started it; where there is no /proc, what ps says of that. */
  startedAt: string;
}

export interface ProcessStat {
  pid: number;
  parentPid: number;
  groupId: number;
  state: string;
  /** Clock ticks from boot to its start, as the kernel keeps them. */
  startTicks: string;
}

/** The running process with this number; undefined when there is none. A zombie is dead. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!hasProc()) return identifyByPs(pid);
  const stat = readStat(pid);
  return stat && isLiving(stat) ? identityOf(stat, bootId()) : undefined;
}

/** True while that very process lives. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Sends the signal if it is still the same process. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (isAlive(identity)) sendSignal(identity.pid, signal);
}

/** Resolves when the process is gone, with true, or when patience is at its end, with false. */
export async function waitForEnd(identity: ProcessIdentity, patienceMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + patienceMs;
  while (isAlive(identity)) {
    if (performance.now() > deadlineMs) return false;
    await sleep(20);
  }
  return true;
}

/** Asks the process to end, and ends it and its group by force when it has not in time. */
export async function endProcess(identity: ProcessIdentity, patienceMs: number): Promise<void> {
  signalProcess(identity, 'SIGTERM');
  if (!(await waitForEnd(identity, patienceMs))) await killGroup(identity);
}

/** Longer than any process takes to die that can die at all. */
const deathMs = 30_000;

/** Ends the process and the group that it leads, if it leads one, and resolves when it is gone. */
export async function killGroup(identity: ProcessIdentity): Promise<void> {
  if (isAlive(identity) && !sendSignal(-identity.pid, 'SIGKILL')) signalProcess(identity, 'SIGKILL');
  if (!(await waitForEnd(identity, deathMs))) {
    throw new Error(`Process ${identity.pid} does not end, although it was killed.`);
  }
}

/** False when there is no such process or group. */
export function sendSignal(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    return false;
  }
}

export function hasProc(): boolean {
  return existsSync('/proc/self/stat');
}

export function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

export function readStat(pid: number): ProcessStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Reads a line of /proc/<pid>/stat; the name in parentheses may hold anything, so fields count from its end. */
export function parseStat(line: string): ProcessStat | undefined {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const pid = Number.parseInt(line, 10);
  const [state, parentPid, groupId] = fields;
  const startTicks = fields[19];
  if (!Number.isInteger(pid) || state === undefined || startTicks === undefined) return undefined;
  return { pid, parentPid: Number(parentPid), groupId: Number(groupId), state, startTicks };
}

/** False for a zombie, which has ended and only waits for its parent to notice. */
export function isLiving(stat: ProcessStat): boolean {
  return stat.state !== 'Z' && stat.state !== 'X';
}

export function identityOf(stat: Pick<ProcessStat, 'pid' | 'startTicks'>, boot: string): ProcessIdentity {
  return { pid: stat.pid, startedAt: `${boot}:${stat.startTicks}` };
}

export function identifyByPs(pid: number): ProcessIdentity | undefined {
  const [state = '', ...startedAt] = askPs(pid, 'state', 'lstart').split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : { pid, startedAt: startedAt.join(' ') };
}

/** What ps says of a process; empty when there is none. */
export function askPs(pid: number, ...fields: string[]): string {
  const columns = fields.flatMap((field) => ['-o', `${field}=`]);
  try {
    // In one language and time zone, so that two answers about the same process are the same.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    return execFileSync('ps', [...columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
      env,
    }).trim();
  } catch {
    return '';
  }
}

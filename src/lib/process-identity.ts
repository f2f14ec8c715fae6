import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies a process even if its pid is reused. */
export interface ProcessIdentity {
  pid: number;
  /** Boot id and start time since boot; without /proc, the start time of ps. */
  startedAt: string;
}

export interface ProcessStat {
  pid: number;
  parentPid: number;
  groupId: number;
  state: string;
  /** Clock ticks from boot to its start. */
  startTicks: string;
}

/** The running process with this pid; undefined when it does not exist or is a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!hasProc()) return identifyByPs(pid);
  const stat = readStat(pid);
  return stat && isLiving(stat) ? identityOf(stat, bootId()) : undefined;
}

/** Whether this process is still running. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Sends the signal, unless the pid was reused. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (isAlive(identity)) sendSignal(identity.pid, signal);
}

/** Resolves to true when the process has exited, or to false after the timeout. */
export async function waitForEnd(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (isAlive(identity)) {
    if (performance.now() > deadlineMs) return false;
    await sleep(20);
  }
  return true;
}

/** Sends SIGTERM, and kills the process and its group after the timeout. */
export async function endProcess(identity: ProcessIdentity, timeoutMs: number): Promise<void> {
  signalProcess(identity, 'SIGTERM');
  if (!(await waitForEnd(identity, timeoutMs))) await killGroup(identity);
}

/** Timeout for a killed process to disappear. */
const deathMs = 30_000;

/** Kills the process and the group that it leads, if any; resolves when it has exited. */
export async function killGroup(identity: ProcessIdentity): Promise<void> {
  if (isAlive(identity) && !sendSignal(-identity.pid, 'SIGKILL')) signalProcess(identity, 'SIGKILL');
  if (!(await waitForEnd(identity, deathMs))) {
    throw new Error(`Process ${identity.pid} did not exit after SIGKILL.`);
  }
}

/** False when the process or group does not exist. */
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

/** Parses /proc/<pid>/stat; the name in parentheses may contain anything, so fields are counted after it. */
export function parseStat(line: string): ProcessStat | undefined {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const pid = Number.parseInt(line, 10);
  const [state, parentPid, groupId] = fields;
  const startTicks = fields[19];
  if (!Number.isInteger(pid) || state === undefined || startTicks === undefined) return undefined;
  return { pid, parentPid: Number(parentPid), groupId: Number(groupId), state, startTicks };
}

/** False for a zombie. */
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

/** Output of ps for a process; empty when it does not exist. */
export function askPs(pid: number, ...fields: string[]): string {
  const columns = fields.flatMap((field) => ['-o', `${field}=`]);
  try {
    // Fixed locale and time zone, so that results are comparable.
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

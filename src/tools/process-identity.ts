import { readFile } from 'node:fs/promises';

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks from boot to its start, as the kernel keeps them. */
  startTicks: string;
  bootId: string;
}

export async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
}

export interface ProcessStat {
  pid: number;
  parentPid: number;
  groupId: number;
  state: string;
  startTicks: string;
}

/** Reads a line of /proc/<pid>/stat; the name in parentheses may hold anything, so fields count from its end. */
export function parseStat(line: string): ProcessStat | undefined {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const pid = Number.parseInt(line, 10);
  const [state, parentPid, groupId] = fields;
  const startTicks = fields[19];
  if (!Number.isInteger(pid) || state === undefined || startTicks === undefined) {
    return undefined;
  }
  return {
    pid,
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    state,
    startTicks: startTicks.trim(),
  };
}

export async function readStat(pid: number): Promise<ProcessStat | undefined> {
  try {
    return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

export async function isAlive(process: ProcessIdentity): Promise<boolean> {
  const stat = await readStat(process.pid);
  return (
    stat !== undefined &&
    stat.state !== 'Z' &&
    stat.state !== 'X' &&
    stat.startTicks === process.startTicks &&
    process.bootId === (await bootId())
  );
}

/** Sends the signal if it is still the same process. */
export async function signalProcess(target: ProcessIdentity, signal: NodeJS.Signals): Promise<void> {
  if (await isAlive(target)) {
    try {
      process.kill(target.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
        throw error;
      }
    }
  }
}

import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A process that can be told from a later one with the same number. */
export interface ProcessMark {
  pid: number;
  /** When the kernel started it, in its own ticks, with the boot it belongs to. */
  startedAt: string;
}

export async function processMark(pid: number): Promise<ProcessMark> {
  const startedAt = await startOf(pid);
  if (startedAt === undefined) throw new Error(`Process ${pid} is gone.`);
  return { pid, startedAt };
}

/** True while that very process lives. A zombie is dead. */
export async function isSameProcess(mark: ProcessMark): Promise<boolean> {
  return (await startOf(mark.pid)) === mark.startedAt;
}

/** Asks the process to end, and ends it by force when it has not within the limit. */
export async function endProcess(mark: ProcessMark, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs;
  if (await isSameProcess(mark)) process.kill(mark.pid, 'SIGTERM');
  while (await isSameProcess(mark)) {
    if (Date.now() > deadline) return killGroup(mark);
    await delay(20);
  }
}

/** Ends the process and its group, and waits until it is gone. */
export async function killGroup(mark: ProcessMark): Promise<void> {
  while (await isSameProcess(mark)) {
    try {
      process.kill(-mark.pid, 'SIGKILL');
    } catch {
      try {
        process.kill(mark.pid, 'SIGKILL');
      } catch {
        return;
      }
    }
    await delay(20);
  }
}

async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The name in the second field may hold spaces and brackets; fields are counted after its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${boot.trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 5_000;

/** Programs that a service starts. Shells and editors of the user in the folder are not killed. */
const ourPrograms = [basename(process.execPath), 'postgres', 'java', 'bwrap'];

/**
 * Kills remaining processes of a service in `folder`, found by command line or working directory. Needed after the
 * service itself was killed. Does nothing without /proc.
 */
export async function killProcessesOf(folder: string): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (performance.now() < deadlineMs) {
    const pids = await processesOf(folder);
    if (pids.length === 0) return;
    for (const pid of pids) kill(pid);
    await sleep(50);
  }
}

async function processesOf(folder: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const isOurs = await Promise.all(pids.map((pid) => pid !== process.pid && worksIn(pid, folder)));
  return pids.filter((_, index) => isOurs[index]);
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
  if (!ourPrograms.includes(basename(program))) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (commandLine.includes(`${folder}/`)) return true;
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return workingFolder === folder || workingFolder.startsWith(`${folder}/`);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited, or belongs to another user.
  }
}

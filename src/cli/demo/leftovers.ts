import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 5_000;

/** What a service starts. A shell or an editor that somebody has open in the folder is not ours to end. */
const ourPrograms = [basename(process.execPath), 'postgres', 'java', 'bwrap'];

/**
 * Ends processes of ours that still work in `folder`, known by their command line or working folder. A service that had
 * to be killed could not do this itself. Does nothing where there is no /proc.
 */
export async function endProcessesOf(folder: string): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
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
    // Gone meanwhile, or somebody else's.
  }
}

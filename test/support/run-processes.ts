import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from '../../src/lib/process-identity.ts';
import { listProcesses, type ProcessRow } from './processes.ts';

const pauseMs = 50;
const longPauseMs = 250;
/** For processes that end on their own, such as those of a browser that was closed. */
const graceMs = 10_000;
/** PostgreSQL frees its shared memory within this time. */
const quitMs = 3000;
const deadlineMs = 30_000;
const shownCharacters = 300;

/**
 * Processes of a run of the suite: those with its folder in the command line, working directory, root or environment, and
 * their descendants. Without those of other users, unless root runs it.
 */
export function processesOfRun(folder: string): ProcessRow[] {
  const rows = listProcesses();
  const found = new Map(rows.filter((row) => isMarked(row, folder)).map((row) => [row.pid, row]));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const row of rows) if (found.has(row.parentPid)) found.set(row.pid, row);
  }
  found.delete(process.pid);
  return [...found.values()];
}

/** Resolves with the processes of the run that have not ended after some seconds. */
export async function processesLeft(folder: string): Promise<ProcessRow[]> {
  const untilMs = performance.now() + graceMs;
  for (;;) {
    const left = processesOfRun(folder);
    if (left.length === 0 || performance.now() > untilMs) return left;
    await sleep(longPauseMs);
  }
}

/** Kills all processes of the run; resolves when none was found twice in a row. */
export async function killProcesses(folder: string): Promise<void> {
  const beganAtMs = performance.now();
  for (let empty = 0; empty < 2; ) {
    const left = processesOfRun(folder);
    empty = left.length === 0 ? empty + 1 : 0;
    const sinceMs = performance.now() - beganAtMs;
    if (sinceMs > deadlineMs) throw new Error(`Not killed after ${deadlineMs} ms:\n${processLines(left)}`);
    for (const { pid, executable = '' } of left) {
      const isQuitting = basename(executable) === 'postgres' && sinceMs < quitMs;
      sendSignal(pid, isQuitting ? 'SIGQUIT' : 'SIGKILL');
    }
    await sleep(pauseMs);
  }
}

export function processLines(rows: readonly ProcessRow[]): string {
  return rows
    .map(({ pid, commandLine }) => `  ${pid} ${commandLine.join(' ').slice(0, shownCharacters)}`)
    .join('\n');
}

function isMarked({ pid, commandLine }: ProcessRow, folder: string): boolean {
  if (commandLine.some((argument) => argument.includes(folder))) return true;
  const isInside = (path: string) => path === folder || path.startsWith(`${folder}/`);
  return (
    isInside(look(() => readlinkSync(`/proc/${pid}/cwd`))) ||
    isInside(look(() => readlinkSync(`/proc/${pid}/root`))) ||
    look(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(folder)
  );
}

/** Empty when the process has exited or belongs to another user. */
function look(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

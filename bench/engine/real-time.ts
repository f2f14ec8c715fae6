import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ownChild } from './own-child.ts';

export type RealTimeProgram = ChildProcessByStdio<null, Readable, null>;

/** Starts a program with a real-time priority on its core. The caller must attach listeners synchronously. */
export function startRealTime(core: number, priority: number, node: readonly string[]): RealTimeProgram {
  const command = ['--fifo', String(priority), 'taskset', '-c', String(core), process.execPath, ...node];
  return ownChild(spawn('chrt', command, { stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** What it says first; throws when it ends before. */
export async function firstWord(child: RealTimeProgram): Promise<string> {
  const closed = once(child, 'close').then(() => {
    throw new Error('It ended before it was ready: for a real-time priority it has to be root.');
  });
  closed.catch(() => {});
  const [word] = (await Promise.race([once(child.stdout, 'data'), closed])) as [Buffer | string];
  return String(word);
}

/** Nothing when it has ended before. */
export async function stopRealTime(child: RealTimeProgram): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
}

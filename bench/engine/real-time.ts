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

/** Resolves with the first output; throws when the program ends before. */
export async function firstOutput(child: RealTimeProgram): Promise<string> {
  const closed = once(child, 'close').then(() => {
    throw new Error('The program ended before it was ready. Real-time priorities require root.');
  });
  closed.catch(() => {});
  const [output] = (await Promise.race([once(child.stdout, 'data'), closed])) as [Buffer | string];
  return String(output);
}

/** Does nothing when the program has exited. */
export async function stopRealTime(child: RealTimeProgram): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
}

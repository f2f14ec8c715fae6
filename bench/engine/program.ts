import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownChild } from './own-child.ts';

export interface Program {
  pid: number;
  /** Resolves with the standard output; rejects when the program failed. */
  ended: Promise<string>;
}

/** Starts a program on one core. taskset replaces itself with the program, so the pid is that of the program. */
export async function startProgram(
  core: number,
  command: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Program> {
  const child = spawn('taskset', ['-c', String(core), ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  ownChild(child);
  let output = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) {
      throw new Error(`${command[0]} ended with ${code}: ${(complaints || output).slice(-2000)}`);
    }
    return output;
  });
  // Awaited later; avoids an unhandled rejection until then.
  ended.catch(() => {});
  await once(child, 'spawn');
  return { pid: child.pid ?? 0, ended };
}

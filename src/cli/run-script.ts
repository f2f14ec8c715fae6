import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a script in a child process with inherited stdio; resolves with its exit code. */
export async function runScript(path: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [path, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

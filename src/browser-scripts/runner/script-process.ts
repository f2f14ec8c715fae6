import { type ChildProcess, spawn } from 'node:child_process';
import { programPath } from '../../lib/package-files.ts';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import type { BrowserLog } from './browser-log.ts';

/** Starts a program of ours that runs user code, with a limited heap and only the environment of scripts. */
export function spawnScriptProcess(
  options: BrowserOptions,
  program: 'examiner' | 'worker',
  optionsPath: string,
  log: BrowserLog,
): ChildProcess {
  // Scripts must not change the variable that marks processes of the sandbox.
  const marks = Object.entries(process.env).filter(([name]) => name.startsWith('SPATE_'));
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${options.heapMb}`,
      programPath(`src/browser-scripts/runner/${program}`),
      optionsPath,
    ],
    {
      cwd: options.filesFolder,
      env: { ...process.env, ...options.variables, ...Object.fromEntries(marks) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => log.output(undefined, text));
  }
  return child;
}

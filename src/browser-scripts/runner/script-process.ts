import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import type { BrowserLog } from './browser-log.ts';

/** Starts one of our programs that runs user code: with a limited heap, and with nothing in its environment but what scripts may see. */
export function spawnScriptProcess(
  options: BrowserOptions,
  program: 'examiner.ts' | 'worker.ts',
  optionsPath: string,
  log: BrowserLog,
): ChildProcess {
  // Our own environment is the scrubbed one of the sandbox; what marks its processes must not be changed by a script.
  const marks = Object.entries(process.env).filter(([name]) => name.startsWith('SPATE_'));
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${options.heapMb}`, fileURLToPath(new URL(program, import.meta.url)), optionsPath],
    {
      cwd: options.filesFolder,
      env: { ...process.env, ...options.variables, ...Object.fromEntries(marks) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => log.chat(undefined, text));
  }
  return child;
}

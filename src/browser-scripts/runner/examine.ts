import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import type { BrowserLog } from './browser-log.ts';
import { spawnScriptProcess } from './script-process.ts';

const timeLimitMs = 60_000;

/** Compiles and inspects the script. Resolves with an error message, or undefined. */
export async function examineScript(
  options: BrowserOptions,
  optionsPath: string,
  log: BrowserLog,
): Promise<string | undefined> {
  const child = spawnScriptProcess(options, 'examiner', optionsPath, log);
  let problem: string | undefined;
  child.on('message', (message) => {
    problem ??= String((message as { problem?: unknown }).problem);
  });
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    child.kill('SIGKILL');
  }, timeLimitMs);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  if (isTooLate) {
    return `${options.scriptName} was not loaded within ${timeLimitMs / 1000} s. Check for an endless loop at the top level.`;
  }
  return code === 0 ? undefined : (problem ?? `${options.scriptName} ended the process that loaded it.`);
}

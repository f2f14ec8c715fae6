import { describeError } from '../../src/cli/describe-error.ts';
import { loadConfig } from '../../src/config/load.ts';
import { silentLog } from '../../src/lib/log.ts';
import { runnableTools, toolFor } from '../../src/tools/tools.ts';
import { needsOf } from './needs.ts';

/**
 * Fills the toolchain cache with all that this machine can run, before tests with deadlines need it. One tool after the
 * other: building and downloading side by side helps nobody on a small machine. Returns a line on how long it took.
 */
export async function setUpTools(say: (line: string) => void): Promise<string> {
  const { cacheDir } = loadConfig({}, { SPATE_CACHE_DIR: process.env.SPATE_CACHE_DIR });
  const context = { cacheDir, log: silentLog, signal: new AbortController().signal };
  const times: string[] = [];
  const beganAtMs = performance.now();
  for (const name of runnableTools) {
    const toolBeganAtMs = performance.now();
    const lacking = needsOf(name);
    if (lacking) {
      times.push(`${name} not at all (${lacking})`);
      continue;
    }
    try {
      await toolFor(name).provision(context, (text) => say(`Setting up ${name}: ${text}`));
      times.push(`${name} ${secondsSince(toolBeganAtMs)}`);
    } catch (error) {
      // Its tests will fail; those of the others still tell something.
      say(`Setting up ${name} failed: ${describeError(error)}`);
      times.push(`${name} failed after ${secondsSince(toolBeganAtMs)}`);
    }
  }
  const line = `Tools were set up in ${secondsSince(beganAtMs)}, apart from the tests: ${times.join(', ')}.`;
  say(line);
  return line;
}

function secondsSince(atMs: number): string {
  return `${((performance.now() - atMs) / 1000).toFixed(1)} s`;
}

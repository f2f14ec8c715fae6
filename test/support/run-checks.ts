import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sendSignal } from '../../src/lib/process-identity.ts';

/**
 * Runs `npm run check` concurrently with the tests. Prints its output when it fails; resolves with whether it passed.
 * An abort kills it.
 */
export async function runChecks(root: string, signal: AbortSignal): Promise<boolean> {
  const beganAtMs = performance.now();
  const child = spawn('npm', ['run', '--silent', 'check'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Leads its group, so that an abort also kills the programs that npm starts.
    detached: true,
  });
  const kill = () => child.pid !== undefined && sendSignal(-child.pid, 'SIGKILL');
  signal.addEventListener('abort', kill);
  if (signal.aborted) kill();
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  signal.removeEventListener('abort', kill);
  if (signal.aborted) return false;
  const seconds = Math.round((performance.now() - beganAtMs) / 1000);
  if (code === 0) console.log(`✔ npm run check  (${seconds} s)`);
  else
    console.error(
      `${stdout}${stderr}✖ npm run check failed (${code}); the tests continue, but this run fails.`,
    );
  return code === 0;
}

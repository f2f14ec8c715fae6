import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs `npm run check` concurrently with the tests. Prints its output when it fails; resolves with whether it passed. */
export async function runChecks(root: string, signal: AbortSignal): Promise<boolean> {
  const beganAtMs = performance.now();
  const child = spawn('npm', ['run', '--silent', 'check'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  // After an abort; only its exit matters.
  child.on('error', () => {});
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const seconds = Math.round((performance.now() - beganAtMs) / 1000);
  if (code === 0) console.log(`✔ npm run check  (${seconds} s)`);
  else
    console.error(
      `${stdout}${stderr}✖ npm run check failed (${code}); the tests continue, but this run fails.`,
    );
  return code === 0;
}

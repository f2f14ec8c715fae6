/**
 * Runs the test files of its arguments one after the other in this process, each as one test with the name of the file.
 * A file that leaves handles open or changes state of the process fails, and the files after it run in another process.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { testFileVariable } from './not-tested.ts';
import { changedValues, newHandles, openConnections, processState } from './process-state.ts';
import { processorTimeS, timeFileName, timesVariable } from './processor-time.ts';

const leakLimitMs = 10_000;
const pauseMs = 20;
/** After this time the results of a file that leaves handles open have been sent. */
const sendingMs = 1000;

const timeFolder = process.env[timesVariable];
let usedS = 0;

for (const file of process.argv.slice(2)) {
  if (!(await runOne(file))) {
    endSoon();
    break;
  }
}

/** Resolves with whether another file can run in this process. */
async function runOne(file: string): Promise<boolean> {
  let isClean = false;
  process.env[testFileVariable] = file;
  await test(file, async (t) => {
    const before = processState();
    const check = async () => {
      await expectUnchanged(before);
      isClean = true;
    };
    // All hooks of the file are registered when the first one runs; this one is added last.
    t.after(() => t.after(check));
    await import(pathToFileURL(file).href);
  });
  const nowS = processorTimeS();
  if (timeFolder !== undefined) writeFileSync(join(timeFolder, timeFileName(file)), `${nowS - usedS}`);
  usedS = nowS;
  await sendResults();
  return isClean;
}

async function expectUnchanged(before: ReturnType<typeof processState>): Promise<void> {
  const deadlineMs = performance.now() + leakLimitMs;
  await setImmediate();
  for (;;) {
    const now = processState();
    const changed = changedValues(before, now);
    const open = newHandles(before, now);
    if (open.length === 0 && changed.length === 0) return;
    if (open.length === 0)
      throw new Error(
        `The file leaves changed: ${changed.join(', ')}. Restore it in a hook, or let the file run in its own process.`,
      );
    if (performance.now() > deadlineMs)
      throw new Error(
        `The file leaves handles open ${leakLimitMs / 1000} s after its last test: ${open.join(', ')}. Close them in a hook. Connections:\n${openConnections().join('\n')}`,
      );
    await sleep(pauseMs);
  }
}

/** A file that ends the process must not lose the results of the previous file. */
async function sendResults(): Promise<void> {
  await setImmediate();
  await new Promise<unknown>((resolve) => process.stdout.write('', resolve));
}

function endSoon(): void {
  setTimeout(() => process.exit(1), sendingMs).unref();
}

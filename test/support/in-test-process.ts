/**
 * Loaded before each test file by `npm test`. Reports the processor time of the file, and fails a file whose process does
 * not end after its last test because of an open handle.
 */
import { AsyncResource } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { processorTimeS, timeFileName, timesVariable } from './processor-time.ts';

const leakLimitMs = 10_000;
const exitCodeOfLeak = 7;
const timeFolder = process.env[timesVariable];

// Workers and forks of a test file inherit the flag that loads this module.
if (isMainThread && timeFolder !== undefined && process.env.NODE_TEST_CONTEXT?.startsWith('child')) {
  const context = new AsyncResource('test file');
  // All hooks of the file are registered when the first one runs; this one is added last.
  after(() => context.runInAsyncScope(after, undefined, watchForLeak));
  process.once('exit', () => {
    writeFileSync(join(timeFolder, timeFileName(process.argv[1] as string)), `${processorTimeS()}`);
  });
}

function watchForLeak(): void {
  setTimeout(() => {
    const handles = process.getActiveResourcesInfo();
    console.error(
      `The process did not end within ${leakLimitMs / 1000} s of its last test. Open handles: ${handles.join(', ')}. Close them in a hook.`,
    );
    process.exit(exitCodeOfLeak);
  }, leakLimitMs).unref();
}

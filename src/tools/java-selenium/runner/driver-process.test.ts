import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { startDriver } from './driver-process.ts';

const options = { env: { PATH: process.env.PATH }, isDetached: false };

/** Simulates a chromedriver whose port is taken: it exits, and listens at the given attempt. */
async function driverThatListensAt(t: TestContext, listeningTry: number) {
  const folder = await temporaryFolder(t);
  const driver = join(folder, 'driver');
  const tries = join(folder, 'tries');
  await writeFile(
    driver,
    `#!/bin/sh
echo x >> '${tries}'
if [ "$(wc -l < '${tries}')" -lt ${listeningTry} ]; then echo 'Unable to start server'; exit 1; fi
echo 'ChromeDriver was started successfully on port 4711.'
exec sleep 30
`,
  );
  await chmod(driver, 0o755);
  const outcome = await startDriver('chrome', { driver, binary: '/nowhere' }, options).catch(
    (error: Error) => error,
  );
  if (!(outcome instanceof Error)) outcome.end('SIGKILL');
  return { outcome, tries: (await readFile(tries, 'utf8')).trim().split('\n').length };
}

test('restarts a driver that ends before it listens', async (t) => {
  const { outcome, tries } = await driverThatListensAt(t, 3);
  assert.ok(!(outcome instanceof Error), String(outcome));
  assert.equal(outcome.port, 4711);
  assert.equal(tries, 3);
});

test('gives up on a driver that never listens, with its output', async (t) => {
  const { outcome, tries } = await driverThatListensAt(t, 100);
  assert.ok(outcome instanceof Error);
  assert.match(outcome.message, /it ended with code 1\nUnable to start server/);
  assert.equal(tries, 4);
});

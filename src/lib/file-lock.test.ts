import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { tryLock, withLock } from './file-lock.ts';
import { identifyProcess, isAlive, killGroup } from './process-identity.ts';

const signal = new AbortController().signal;

/** Starts another process that holds the lock and has a child process; returns both pids. */
async function startHolder(
  t: TestContext,
  path: string,
): Promise<{ holder: ChildProcess; childPid: number }> {
  const module = join(import.meta.dirname, 'file-lock.ts');
  const script = `import { spawn } from 'node:child_process';
    import { tryLock } from ${JSON.stringify(module)};
    globalThis.lock = tryLock(${JSON.stringify(path)});
    if (!globalThis.lock) throw new Error('the lock is held');
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    child.once('spawn', () => console.log(child.pid));`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: holder.stdout }), 'line');
  const child = identifyProcess(Number(line));
  assert.ok(child);
  t.after(() => killGroup(child));
  return { holder, childPid: child.pid };
}

test('a lock is held once per process, until it is released', async (t) => {
  const path = join(await temporaryFolder(t), 'lock');
  const lock = tryLock(path);
  assert.ok(lock);
  assert.equal(tryLock(path), undefined);
  assert.equal(tryLock(path), undefined, 'a refused attempt must not drop it');
  lock.release();
  const again = tryLock(path);
  assert.ok(again);
  again.release();
});

test('kill -9 of the holder releases the lock, although a child of the holder survives', async (t) => {
  const path = join(await temporaryFolder(t), 'lock');
  const { holder, childPid } = await startHolder(t, path);
  assert.equal(tryLock(path), undefined);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = tryLock(path);
  assert.ok(lock);
  assert.ok(identifyProcess(childPid), 'the child still runs');
  lock.release();
});

test('a child process that starts and exits does not release the lock of its parent', async (t) => {
  const path = join(await temporaryFolder(t), 'lock');
  const lock = tryLock(path);
  assert.ok(lock);
  t.after(() => lock.release());
  await once(spawn('true', { stdio: 'ignore' }), 'exit');
  const module = join(import.meta.dirname, 'file-lock.ts');
  const script = `import { tryLock } from ${JSON.stringify(module)}; process.exitCode = tryLock(${JSON.stringify(path)}) ? 1 : 7;`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  assert.deepEqual(await once(other, 'exit'), [7, null]);
});

test('a waiter gets the lock when its holder is killed, an aborted waiter does not', async (t) => {
  const path = join(await temporaryFolder(t), 'lock');
  const { holder } = await startHolder(t, path);
  const identity = identifyProcess(holder.pid ?? 0);
  assert.ok(identity);
  const waiting = withLock(path, signal, async () => isAlive(identity));
  const controller = new AbortController();
  const aborted = withLock(path, controller.signal, async () => assert.fail('the lock is held'));
  controller.abort();
  await assert.rejects(aborted, { name: 'AbortError' });
  holder.kill('SIGKILL');
  assert.equal(await waiting, false);
});

test('several waiters get the lock in turn, and a failing one releases it', async (t) => {
  const path = join(await temporaryFolder(t), 'lock');
  let inside = 0;
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map((number) =>
      withLock(path, signal, async () => {
        inside += 1;
        assert.equal(inside, 1);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        if (number === 1) throw new Error('as intended');
        return number;
      }),
    ),
  );
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['as intended', 2, 3, 4],
  );
});

test('a file that cannot be locked is an error, not a held lock', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'folder'));
  assert.throws(() => tryLock(join(folder, 'folder')));
  await writeFile(join(folder, 'other'), 'this is not a database, and not empty either. '.repeat(100));
  assert.throws(() => tryLock(join(folder, 'other')), /not a database/);
});

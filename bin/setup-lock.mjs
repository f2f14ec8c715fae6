import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const touchEveryMs = 5_000;
const deadAfterMs = 60_000;

/** Runs `work` while holding the lock file; waits while another live process holds it. */
export async function withSetupLock(path, say, work) {
  await acquire(path, say);
  const touching = setInterval(() => touch(path), touchEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    rmSync(path, { force: true });
  }
}

async function acquire(path, say) {
  for (let hasSaid = false; ; ) {
    if (tryCreate(path)) return;
    const holder = read(path);
    if (holder !== undefined && isDead(path, holder)) {
      removeStale(path, holder);
      continue;
    }
    if (!hasSaid) say(`Another process (${holder ?? 'unknown'}) is installing packages; waiting for it.`);
    hasSaid = true;
    await sleep(250);
  }
}

function tryCreate(path) {
  // Written to a temporary file and linked, so that no process reads an empty lock.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${process.pid} ${hostname()}`);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock of a dead process. If a live process has taken it in between, its lock is restored. */
function removeStale(path, holder) {
  const aside = `${path}.dead.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isDead(path, holder) {
  const [pid, host] = holder.split(' ');
  if (host === hostname() && !isAlive(Number(pid))) return true;
  try {
    return Date.now() - statSync(path).mtimeMs > deadAfterMs;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // node_modules was removed; the installation reports it.
  }
}

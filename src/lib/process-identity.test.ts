import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/support/until.ts';
import {
  bootId,
  endProcess,
  hasProc,
  identifyByPs,
  identifyProcess,
  identityOf,
  isAlive,
  killGroup,
  type ProcessIdentity,
  parseStat,
  readStat,
  signalProcess,
  waitForEnd,
} from './process-identity.ts';

/** Starts a shell that leads its own process group; resolves when it has printed a line. */
async function startShell(t: TestContext, script: string) {
  const child: ChildProcess = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // The group has already exited.
    }
  });
  assert.ok(child.stdout);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const identity = identifyProcess(child.pid ?? 0);
  assert.ok(identity);
  return { child, identity, line: String(line) };
}

const hasPs = existsSync('/usr/bin/ps') || existsSync('/bin/ps');
const isGone = (pid: number) => identifyProcess(pid) === undefined;
const nameOf = (pid: number) =>
  hasProc()
    ? readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    : execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();

test('a process keeps its identity while it lives', async (t) => {
  const { child, identity } = await startShell(t, 'echo ready; exec sleep 600');
  assert.deepEqual(identifyProcess(child.pid ?? 0), identity);
  assert.deepEqual(JSON.parse(JSON.stringify(identity)), identity);
  assert.equal(isAlive(identity), true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(isAlive(identity), false);
  assert.equal(identifyProcess(identity.pid), undefined);
});

test('unused pids have no identity', () => {
  for (const pid of [0, Number.NaN, 2 ** 30]) assert.equal(identifyProcess(pid), undefined);
});

test('a zombie is dead', async (t) => {
  // The outer shell becomes a sleep, which does not reap the inner one. A shell might.
  const { line, identity } = await startShell(t, 'sh -c "kill -STOP \\$\\$" & echo $!; exec sleep 600');
  await until('the shell is a sleep', () => nameOf(identity.pid) === 'sleep');
  const pid = Number(line);
  process.kill(pid, 'SIGKILL');
  await until('the zombie', () => isGone(pid));
  assert.doesNotThrow(() => process.kill(pid, 0), 'the kernel still knows it');
  if (hasPs) assert.equal(identifyByPs(pid), undefined);
});

test('without /proc, ps distinguishes processes', { skip: hasPs ? false : 'ps is not installed' }, () => {
  assert.match(identifyByPs(process.pid)?.startedAt ?? '', /^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/);
  assert.equal(identifyByPs(2 ** 30), undefined);
});

test('another process with the same pid, of an earlier time or boot, is not signalled', {
  skip: hasProc() ? false : 'boot ids and clock ticks exist on Linux only',
}, async (t) => {
  const { identity } = await startShell(t, 'echo ready; exec sleep 600');
  const stat = readStat(identity.pid);
  assert.ok(stat);
  assert.deepEqual(identityOf(stat, bootId()), identity);
  const earlier: ProcessIdentity[] = [
    identityOf({ ...stat, startTicks: String(Number(stat.startTicks) - 1) }, bootId()),
    identityOf(stat, '00000000-0000-0000-0000-000000000000'),
  ];
  for (const other of earlier) {
    assert.equal(isAlive(other), false);
    signalProcess(other, 'SIGKILL');
    await endProcess(other, 1000);
    await killGroup(other);
  }
  assert.equal(isAlive(identity), true);
});

test('the name of a program cannot fake other fields of its stat line', () => {
  const rest = Array.from({ length: 49 }, (_, index) => String(index + 4)).join(' ');
  assert.deepEqual(parseStat(`12 (a) Z 1 (b)) S ${rest}\n`), {
    pid: 12,
    state: 'S',
    parentPid: 4,
    groupId: 5,
    startTicks: '22',
  });
  assert.equal(parseStat(''), undefined);
});

test('a process that handles SIGTERM ends gracefully', async (t) => {
  const { child, identity } = await startShell(
    t,
    'trap "exit 7" TERM; echo ready; while :; do sleep 0.02; done',
  );
  const exited = once(child, 'exit');
  await endProcess(identity, 30_000);
  assert.deepEqual(await exited, [7, null]);
});

test('a process that ignores SIGTERM is killed after the timeout, with its group', async (t) => {
  const { child, identity, line } = await startShell(
    t,
    'trap "" TERM; sleep 600 & echo $!; while :; do sleep 0.02; done',
  );
  const exited = once(child, 'exit');
  await endProcess(identity, 100);
  assert.deepEqual(await exited, [null, 'SIGKILL']);
  await until('its child to be gone', () => isGone(Number(line)));
});

test('a process that leads no group is killed alone', async (t) => {
  const { identity, line } = await startShell(t, 'sleep 600 & echo $!; wait; exec sleep 600');
  const inner = identifyProcess(Number(line));
  assert.ok(inner);
  await killGroup(inner);
  assert.equal(isAlive(inner), false);
  assert.equal(isAlive(identity), true);
});

test('waiting for an end times out', async (t) => {
  const { identity } = await startShell(t, 'echo ready; exec sleep 600');
  assert.equal(await waitForEnd(identity, 50), false);
  signalProcess(identity, 'SIGKILL');
  assert.equal(await waitForEnd(identity, 30_000), true);
});

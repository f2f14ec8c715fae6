import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { silentLog } from '../../lib/log.ts';
import { SelfUpdate } from './self-update.ts';

function updateFrom(version: string, switchTo: (version: string) => Promise<void> = async () => {}) {
  const switched: string[] = [];
  let nowMs = 0;
  const update = new SelfUpdate({
    version,
    nowMs: () => nowMs,
    log: silentLog,
    switchTo: async (to) => {
      switched.push(to);
      await switchTo(to);
    },
  });
  return {
    update,
    switched,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('stays when the service has the same version or states none', () => {
  const { update, switched } = updateFrom('1.0.0');
  update.noteServiceVersion(undefined);
  assert.equal(update.advance(), false);
  update.noteServiceVersion('1.0.0');
  assert.equal(update.advance(), false);
  assert.deepEqual(switched, []);
});

test('installs a newer version of the service once, then asks for a restart', async () => {
  const { update, switched } = updateFrom('1.9.0');
  update.noteServiceVersion('1.10.0');
  assert.equal(update.advance(), false);
  await until('the restart', () => update.advance());
  assert.deepEqual(switched, ['1.10.0']);
});

test('does not go back while services of two versions run, whatever protocol they require', () => {
  const { update, switched, pass } = updateFrom('1.1.0');
  for (let minute = 0; minute < 20; minute++) {
    update.noteServiceVersion('1.0.0');
    update.noteIncompatible();
    assert.equal(update.advance(), false);
    pass(60_000);
    if (minute % 4 !== 0) continue;
    update.noteServiceVersion('1.1.0');
    update.noteAccepted();
    assert.equal(update.advance(), false);
  }
  update.noteServiceVersion('1.0.0');
  update.noteAccepted();
  pass(3_600_000);
  assert.equal(update.advance(), false);
  assert.deepEqual(switched, []);
});

test('goes back to an older version when no service has accepted its protocol for 5 minutes', async () => {
  const { update, switched, pass } = updateFrom('1.1.0');
  for (const laterMs of [299_000, 1000]) {
    update.noteServiceVersion('1.0.0');
    update.noteIncompatible();
    assert.equal(update.advance(), false);
    pass(laterMs);
  }
  update.noteServiceVersion('1.0.0');
  update.noteIncompatible();
  await until('the restart', () => update.advance());
  assert.deepEqual(switched, ['1.0.0']);
});

test('waits after a failure, unless the service has yet another version', async () => {
  let isBroken = true;
  const { update, switched } = updateFrom('1.0.0', async () => {
    if (isBroken) throw new Error('no bundle');
  });
  update.noteServiceVersion('1.1.0');
  assert.equal(update.advance(), false);
  await new Promise(setImmediate);
  assert.equal(update.advance(), false);
  assert.deepEqual(switched, ['1.1.0']);
  isBroken = false;
  update.noteServiceVersion('1.2.0');
  await until('the restart', () => update.advance());
  assert.deepEqual(switched, ['1.1.0', '1.2.0']);
});

test('does nothing while the service is back at its own version', async () => {
  const { update, switched } = updateFrom('1.0.0');
  update.noteServiceVersion('1.1.0');
  update.noteServiceVersion('1.0.0');
  assert.equal(update.advance(), false);
  assert.deepEqual(switched, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { silentLog } from '../../lib/log.ts';
import { SelfUpdate } from './self-update.ts';

function updateFrom(version: string, switchTo: (version: string) => Promise<void> = async () => {}) {
  const switched: string[] = [];
  const update = new SelfUpdate({
    version,
    log: silentLog,
    switchTo: async (to) => {
      switched.push(to);
      await switchTo(to);
    },
  });
  return { update, switched };
}

test('stays when the service has the same version or states none', () => {
  const { update, switched } = updateFrom('1.0.0');
  update.noteServiceVersion(undefined);
  assert.equal(update.advance(), false);
  update.noteServiceVersion('1.0.0');
  assert.equal(update.advance(), false);
  assert.deepEqual(switched, []);
});

test('installs the version of the service once, also an older one, then asks for a restart', async () => {
  const { update, switched } = updateFrom('1.1.0');
  update.noteServiceVersion('1.0.0');
  assert.equal(update.advance(), false);
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

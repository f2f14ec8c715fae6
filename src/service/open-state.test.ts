import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { loadConfig } from '../config/load.ts';
import { silentLog } from '../lib/log.ts';
import { openState } from './open-state.ts';

const postgres = withDatabase();

test('one service at a time uses a data folder, also with an external database', async (t) => {
  const variables = { SPATE_DATA_DIR: await temporaryFolder(t), DATABASE_URL: await postgres.freshUrl() };
  const open = async () => {
    const undo = new AsyncDisposableStack();
    t.after(() => undo.disposeAsync());
    await openState(loadConfig({}, variables), silentLog, undo);
    return undo;
  };
  const first = await open();
  await assert.rejects(open(), /^AppError: Another service is using the data folder/);
  await first.disposeAsync();
  await open();
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createAccounts } from '../accounts/create-accounts.ts';
import { firstToken } from '../accounts/first-token.ts';
import { loadConfig } from '../config/load.ts';
import { silentLog } from '../lib/log.ts';
import { createSealer } from '../lib/seal.ts';
import { otherServices } from '../store/workers.ts';
import { dataFolderId } from './data-folder-id.ts';
import { openFiles } from './open-files.ts';
import { meetOthers } from './service-presence.ts';
import { checkSharedState, hasLocalNodes } from './shared-state.ts';

const postgres = withDatabase();

test('a second service on a database starts only with the shared settings of the first', async (t) => {
  const database = await postgres.fresh();
  const keys = [randomBytes(32), randomBytes(32)] as const;
  const tokens = ['a-token-of-the-first-user', 'another-token-of-a-user'] as const;

  async function start(
    dataDir: string,
    key: Buffer,
    environment: Record<string, string>,
    caFingerprint: string | null = null,
  ) {
    const config = loadConfig({}, { SPATE_DATA_DIR: dataDir, ...environment });
    const folderId = await dataFolderId(dataDir);
    const undo = new AsyncDisposableStack();
    try {
      const others = await meetOthers({ database, folderId, log: silentLog, undo });
      const sealer = createSealer(key);
      const readToken = () => firstToken(dataDir, config.token);
      await checkSharedState({ config, database, folderId, others, sealer, caFingerprint, readToken });
      const isAlone = others.length === 0;
      (await openFiles({ config, database, folderId, isAlone, log: silentLog })).close();
      await createAccounts({ database, sealer }).ensureFirst({
        email: config.ownerEmail,
        token: await readToken(),
      });
    } catch (error) {
      await undo.disposeAsync();
      throw error;
    }
    return { stop: () => undo.disposeAsync() };
  }

  const [one, two] = [await temporaryFolder(t), await temporaryFolder(t)];
  const first = await start(one, keys[0], { SPATE_TOKEN: tokens[0] }, 'ca-of-one');
  assert.equal(await hasLocalNodes(database), true);

  // With nothing in common, all differences are in the error.
  await assert.rejects(start(two, keys[1], {}, 'ca-of-two'), ({ message }: Error) => {
    for (const name of [
      'SPATE_SEAL_KEY',
      'SPATE_TOKEN',
      'SPATE_PUBLIC_URL',
      'SPATE_TLS_CERT',
      'SPATE_LOCAL_NODES',
    ])
      assert.match(message, new RegExp(`${name}[:,]`));
    return true;
  });
  const shared = {
    SPATE_PUBLIC_URL: 'https://load.example.com',
    SPATE_TLS: 'off',
    SPATE_LOCAL_NODES: 'off',
    SPATE_TOKEN: tokens[0],
  };
  await assert.rejects(start(two, keys[0], { ...shared, SPATE_TOKEN: tokens[1] }), /SPATE_TOKEN:/);
  await assert.rejects(start(two, keys[1], shared), /SPATE_SEAL_KEY:/);
  await assert.rejects(start(two, keys[0], shared), /in the data folder of another service/);

  // The same data folder has everything in common. Alone, any service can take over.
  await (await start(one, keys[0], {}, 'ca-of-one')).stop();
  await first.stop();
  await (await start(two, keys[1], { SPATE_LOCAL_NODES: 'off' })).stop();
  assert.equal(await hasLocalNodes(database), true, 'those of the first service');
  await (await start(one, keys[0], { SPATE_LOCAL_NODES: 'off' }, 'ca-of-one')).stop();
  assert.equal(await hasLocalNodes(database), false);
  assert.equal((await otherServices(database, '')).length, 0);
});

test('the id of a data folder does not change', async (t) => {
  const dataDir = await temporaryFolder(t);
  const ids = await Promise.all([dataFolderId(dataDir), dataFolderId(dataDir), dataFolderId(dataDir)]);
  assert.equal(new Set([...ids, await dataFolderId(dataDir)]).size, 1);
  assert.notEqual(ids[0], await dataFolderId(await temporaryFolder(t)));
});

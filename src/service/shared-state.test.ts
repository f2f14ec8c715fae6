import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { firstToken } from '../accounts/first-token.ts';
import { loadConfig } from '../config/load.ts';
import { silentLog } from '../lib/log.ts';
import { createSealer } from '../lib/seal.ts';
import type { Database } from '../store/database.ts';
import { otherServices } from '../store/workers.ts';
import { dataFolderId } from './data-folder-id.ts';
import { registerService } from './register-service.ts';
import { hasLocalNodes } from './shared-state.ts';

const postgres = withDatabase();

/** The part of a start that other services on the database decide about. */
async function register(
  database: Database,
  dataDir: string,
  key: Buffer,
  environment: Record<string, string>,
  caFingerprint: string | null = null,
) {
  const config = loadConfig(
    {},
    { SPATE_DATA_DIR: dataDir, DATABASE_URL: 'postgres://shared', ...environment },
  );
  const undo = new AsyncDisposableStack();
  await registerService({
    config,
    database,
    folderId: await dataFolderId(dataDir),
    sealer: createSealer(key),
    caFingerprint,
    readToken: () => firstToken(dataDir, config.token),
    log: silentLog,
    undo,
  });
  return { stop: () => undo.disposeAsync() };
}

const tokens = ['a-token-of-the-first-user', 'another-token-of-a-user'] as const;
const behindBalancer = {
  SPATE_PUBLIC_URL: 'https://load.example.com',
  SPATE_TLS: 'off',
  SPATE_LOCAL_NODES: 'off',
  SPATE_TOKEN: tokens[0],
};

test('a second service on a database starts only with the shared settings of the first', async (t) => {
  const database = await postgres.fresh();
  const keys = [randomBytes(32), randomBytes(32)] as const;
  const start = register.bind(null, database);

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
  await assert.rejects(start(two, keys[0], { ...behindBalancer, SPATE_TOKEN: tokens[1] }), /SPATE_TOKEN:/);
  await assert.rejects(start(two, keys[1], behindBalancer), /SPATE_SEAL_KEY:/);
  await assert.rejects(start(two, keys[0], behindBalancer), /in the data folder of another service/);

  // Alone, any service can take over.
  await first.stop();
  await (await start(two, keys[1], { SPATE_LOCAL_NODES: 'off' })).stop();
  assert.equal(await hasLocalNodes(database), true, 'those of the first service');
  await (await start(one, keys[0], { SPATE_LOCAL_NODES: 'off' }, 'ca-of-one')).stop();
  assert.equal(await hasLocalNodes(database), false);
  assert.equal((await otherServices(database, '')).length, 0);
});

test('services that start together on a new database start if they share their settings', async (t) => {
  const database = await postgres.fresh();
  const key = randomBytes(32);
  const onBucket = { ...behindBalancer, SPATE_FILES: 's3://load-tests/spate' };
  const startBoth = async (...changes: { key?: Buffer; environment?: Record<string, string> }[]) =>
    Promise.allSettled(
      changes.map(async (change) =>
        register(database, await temporaryFolder(t), change.key ?? key, {
          ...onBucket,
          ...change.environment,
        }),
      ),
    );
  const alike = await startBoth({}, { environment: { SPATE_LOCAL_NODES: 'on' } });
  assert.deepEqual(
    alike.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  );
  for (const one of alike) if (one.status === 'fulfilled') await one.value.stop();

  for (const [change, message] of [
    [{ key: randomBytes(32) }, /SPATE_SEAL_KEY:/],
    [{ environment: { SPATE_TOKEN: tokens[1] } }, /SPATE_TOKEN:/],
    [{ environment: { SPATE_FILES: 's3://load-tests/other' } }, /Set SPATE_FILES=s3:/],
  ] as const) {
    const different = await startBoth({}, change);
    const [rejected, ...others] = different.filter((each) => each.status === 'rejected');
    assert.match(rejected?.reason.message, message);
    assert.equal(others.length, 0, 'the first one started');
    for (const one of different) if (one.status === 'fulfilled') await one.value.stop();
  }
  assert.deepEqual(await otherServices(database, ''), []);
});

test('the id of a data folder does not change', async (t) => {
  const dataDir = await temporaryFolder(t);
  const ids = await Promise.all([dataFolderId(dataDir), dataFolderId(dataDir), dataFolderId(dataDir)]);
  assert.equal(new Set([...ids, await dataFolderId(dataDir)]).size, 1);
  assert.notEqual(ids[0], await dataFolderId(await temporaryFolder(t)));
});

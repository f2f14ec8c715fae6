import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { loadConfig } from '../config/load.ts';
import { newId } from '../lib/id.ts';
import { silentLog } from '../lib/log.ts';
import { stagingFolder } from '../store/files/folder-store.ts';
import { openFiles } from './open-files.ts';

const postgres = withDatabase();

test('a start removes the unfinished uploads of a killed service', async (t) => {
  const database = await postgres.fresh();
  const dataDir = await temporaryFolder(t);
  const folder = stagingFolder(dataDir);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, newId()), 'half a file');
  const config = loadConfig({}, { SPATE_DATA_DIR: dataDir });
  const files = await openFiles(config, database, silentLog);
  files.close();
  assert.deepEqual(await readdir(folder), []);
});

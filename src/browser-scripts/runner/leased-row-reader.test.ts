import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { leaseStateText } from '../../tool-process/leased-rows.ts';
import { LeasedRowReader } from './leased-row-reader.ts';

test('gives each row to one caller, waits for more rows, and reports rows before they are used', async (t) => {
  const folder = await temporaryFolder(t);
  const paths = {
    rowsPath: join(folder, 'rows'),
    statePath: join(folder, 'state'),
    readPath: join(folder, 'read'),
  };
  const end = new AbortController();
  const reader = new LeasedRowReader({ name: 'users.csv', ...paths }, end.signal);
  t.after(() => reader.close());
  const calls = Promise.all([reader.next(), reader.next(), reader.next()]);
  await writeFile(paths.rowsPath, '1,"a\nb"\r\n2,c\n3,d\n4');
  await writeFile(paths.statePath, leaseStateText({ bytes: 17, rows: 3, isEnd: false }));
  assert.deepEqual(await calls, ['1,"a\nb"', '2,c', '3,d']);
  assert.equal(Number(await readFile(paths.readPath, 'utf8')), 17);
  const later = reader.next();
  end.abort();
  assert.equal(await later, null);
});

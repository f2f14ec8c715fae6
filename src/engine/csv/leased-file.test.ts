import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { leaseStateText } from '../../tool-process/leased-rows.ts';
import { CrossThreadNumbers, crossThreadMemory } from '../process/cross-thread-numbers.ts';
import { LeasedFile, notYet } from './leased-file.ts';

test('workers read each row once, wait for more, and report rows before they use them', async (t) => {
  const folder = await temporaryFolder(t);
  const paths = {
    rowsPath: join(folder, 'rows'),
    statePath: join(folder, 'state'),
    readPath: join(folder, 'read'),
  };
  const memory = crossThreadMemory();
  const workers = [1, 2].map(
    () => new LeasedFile({ name: 'users.csv', ...paths }, new CrossThreadNumbers(memory)),
  );
  const next = (turn: number) => workers[turn % 2]?.readLine('UTF-8');
  assert.equal(next(0), notYet);
  const rows = Array.from({ length: 20_000 }, (_, id) => `${id},é${id % 3 === 0 ? '\r' : ''}\n`);
  const bytes = Buffer.from(rows.join(''));
  await writeFile(paths.rowsPath, bytes);
  const half = Buffer.byteLength(rows.slice(0, 10_000).join(''));
  await writeFile(paths.statePath, leaseStateText({ bytes: half, rows: 10_000, isEnd: false }));
  for (let id = 0; id < 10_000; id++) assert.equal(next(id), `${id},é`);
  assert.equal(next(1), notYet);
  assert.equal(Number(await readFile(paths.readPath, 'utf8')), half);
  await writeFile(paths.statePath, leaseStateText({ bytes: bytes.length, rows: 20_000, isEnd: true }));
  assert.equal(next(0), '10000,é');
  const reported = Number(await readFile(paths.readPath, 'utf8'));
  assert.ok(reported > half && reported <= half + 16 * 11, String(reported));
  for (let id = 10_001; id < 20_000; id++) assert.equal(next(id), `${id},é`);
  assert.equal(next(0), undefined);
  assert.equal(Number(await readFile(paths.readPath, 'utf8')), bytes.length);
});

test('reads records with line feeds and doubled quotes, and rows longer than the window', async (t) => {
  const folder = await temporaryFolder(t);
  const paths = {
    rowsPath: join(folder, 'rows'),
    statePath: join(folder, 'state'),
    readPath: join(folder, 'read'),
  };
  const long = 'x'.repeat(200_000);
  const text = `1,"two\nlines"\n2,"say ""hi"""\r\n3,${long}\n4,5" pipe\n5,\n`;
  await writeFile(paths.rowsPath, text);
  await writeFile(paths.statePath, leaseStateText({ bytes: Buffer.byteLength(text), rows: 5, isEnd: true }));
  const file = new LeasedFile({ name: 'a', ...paths }, new CrossThreadNumbers(crossThreadMemory()));
  const next = () => file.readRecord('', ',');
  assert.deepEqual(next(), ['1', 'two\nlines']);
  assert.deepEqual(next(), ['2', 'say "hi"']);
  assert.deepEqual(next(), ['3', long]);
  assert.throws(next, /Cannot have quote-char in plain field/);
  assert.deepEqual(next(), ['5', '']);
  assert.equal(next(), undefined);
});

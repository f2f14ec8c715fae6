import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { RowRange } from '../domain/row-ranges.ts';
import { indexRows, RowSource } from './row-source.ts';

async function textOf(source: RowSource, range: RowRange): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source.read(range)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('reads ranges of rows in any order, with line feeds in quotes', async (t) => {
  const path = join(await temporaryFolder(t), 'users.csv');
  const rows = Array.from({ length: 3500 }, (_, id) => (id % 7 === 0 ? `${id},"a\nb"\r\n` : `${id},c\n`));
  rows[3499] = '3499,the last has no line feed';
  await writeFile(path, `\ufeffid,text\n${rows.join('')}`);
  const source = await RowSource.open(path, await indexRows(path, 'users.csv', true));
  t.after(() => source.close());
  assert.equal(source.rows, 3500);
  assert.equal((await source.readHeader()).toString(), '\ufeffid,text\n');
  for (const [from, to] of [
    [0, 1],
    [1, 10],
    [2990, 3010],
    [10, 1999],
    [1999, 2000],
    [3499, 3500],
    [5, 5],
  ] satisfies RowRange[]) {
    const expected = rows.slice(from, to).join('');
    assert.equal(await textOf(source, [from, to]), to === 3500 ? `${expected}\n` : expected);
  }
});

test('without a header, the first row starts after the byte order mark', async (t) => {
  const path = join(await temporaryFolder(t), 'users.csv');
  await writeFile(path, '\ufeffa\nb');
  const source = await RowSource.open(path, await indexRows(path, 'users.csv', false));
  t.after(() => source.close());
  assert.deepEqual(
    [source.rows, (await source.readHeader()).length, await textOf(source, [0, 2])],
    [2, 0, 'a\nb\n'],
  );
  await writeFile(path, Buffer.from('\ufeffid\n1\n', 'utf16le'));
  await assert.rejects(indexRows(path, 'users.csv', true), /it is in UTF-16/);
});

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { RowSplitter } from './row-splitter.ts';
import { splitFile } from './split-data-files.ts';

const header = 'name,"the\nnote"\r\n';

/** Rows with line feeds, doubled quotes and quotes in the middle of values. */
function randomRows(count: number, random: () => number): string[] {
  const values = ['plain', '"a,b"', '"two\nlines"', '"say ""hi"""', '5" pipe', '5"" pipe', '', '""', 'é😀'];
  return Array.from({ length: count }, (_, at) => {
    const value = values[Math.floor(random() * values.length)];
    return `row${at},${value}${random() < 0.3 ? '\r\n' : '\n'}`;
  });
}

function partsOf(text: string, count: number, random: () => number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const splitter = new RowSplitter(true, { index, count });
    const bytes = Buffer.from(text);
    const found: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = at + 1 + Math.floor(random() * 40);
      found.push(splitter.take(bytes.subarray(at, end)));
      at = end;
    }
    return Buffer.concat([...found, splitter.end()]).toString();
  });
}

test('every row is in one part, unchanged and in order, and every part has the header', () => {
  const random = seededRandom(11);
  for (const count of [1, 2, 3, 7]) {
    const rows = randomRows(500, random);
    rows[499] = 'the last one has no line feed';
    for (const [index, part] of partsOf(header + rows.join(''), count, random).entries()) {
      const own = rows.filter((_, at) => at % count === index);
      assert.equal(part, header + own.join(''));
    }
  }
});

test('a stray quote keeps at most 64 KB together', () => {
  const text = `a,"open\n${'x\n'.repeat(100_000)}`;
  const splitter = new RowSplitter(false, { index: 1, count: 2 });
  const kept = Buffer.concat([splitter.take(Buffer.from(text)), splitter.end()]);
  assert.ok(splitter.rows > 60_000 && splitter.kept > 30_000, String(splitter.rows));
  assert.equal(kept.length, splitter.kept * 2);
});

test('splits a file in place, and rejects fewer rows than nodes and UTF-16', async (t) => {
  const path = join(await temporaryFolder(t), 'users.csv');
  await writeFile(path, 'id\n1\n2\n3\n');
  await splitFile(path, 'users.csv', true, { index: 1, count: 2 });
  assert.equal(await readFile(path, 'utf8'), 'id\n2\n');
  await assert.rejects(
    splitFile(path, 'users.csv', true, { index: 2, count: 3 }),
    /users.csv has 1 rows, fewer than the 3 nodes/,
  );
  assert.equal(await readFile(path, 'utf8'), 'id\n2\n');
  await writeFile(path, Buffer.from('\ufeffid\n1\n', 'utf16le'));
  await assert.rejects(splitFile(path, 'users.csv', true), /it is in UTF-16/);
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ScriptBench } from '../../script.fixture.ts';
import { createTestData, type TestDataFactory } from './factory.ts';
import { DataFeed } from './feed.ts';

const bench = new ScriptBench();

async function feed(files: Record<string, string>, declare: (data: TestDataFactory) => void, count: number) {
  const data = new DataFeed();
  declare(createTestData(data, [await bench.folder(files)]));
  await data.load('7');
  const warnings: string[] = [];
  const rows = Array.from({ length: count }, () => data.next((text) => warnings.push(text)));
  return { rows, warnings };
}

describe('test data of a browser script', () => {
  after(() => bench.stop());

  it('returns rows of a CSV file as texts, in order and from the start again', async () => {
    const files = { 'users.csv': 'name,age\nAnn,1\n"B,ob",2\n' };
    const { rows } = await feed(files, (data) => data.fromCSV('users.csv'), 3);
    assert.deepEqual(
      rows.map((row) => ({ ...(row as object) })),
      [
        { name: 'Ann', age: '1' },
        { name: 'B,ob', age: '2' },
        { name: 'Ann', age: '1' },
      ],
    );
  });

  it('reads a file with more rows than a call can have arguments', async () => {
    const files = { 'many.csv': `n\n${Array.from({ length: 200_000 }, (_, index) => index).join('\n')}\n` };
    const { rows } = await feed(files, (data) => data.fromCSV('many.csv'), 200_001);
    assert.deepEqual(
      [rows[0], rows[199_999], rows[200_000]].map((row) => ({ ...(row as object) })),
      [{ n: '0' }, { n: '199999' }, { n: '0' }],
    );
  });

  it('accepts other separators, JSON lists, single objects and rows in the script', async () => {
    const files = { 'a.csv': 'x;y\n1;2\n', 'list.json': '[{"n":1},{"n":2}]', 'one.json': '{"n":3}' };
    assert.deepEqual(
      { ...((await feed(files, (data) => data.fromCSV('a.csv', ';'), 1)).rows[0] as object) },
      { x: '1', y: '2' },
    );
    assert.deepEqual((await feed(files, (data) => data.fromJSON('list.json'), 2)).rows, [{ n: 1 }, { n: 2 }]);
    assert.deepEqual((await feed(files, (data) => data.fromJSON('one.json'), 2)).rows, [{ n: 3 }, { n: 3 }]);
    assert.deepEqual((await feed({}, (data) => data.fromData([{ n: 4 }]), 1)).rows, [{ n: 4 }]);
    assert.deepEqual((await feed({}, () => {}, 1)).rows, [{}]);
  });

  it('returns null rows at the end if not circular', async () => {
    const { rows, warnings } = await feed({}, (data) => data.fromData([1, 2]).circular(false), 4);
    assert.deepEqual(rows, [1, 2, null, null]);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? '', /Test data exhausted/);
  });

  it("filters before it shuffles, with access to the user's number", async () => {
    const all = Array.from({ length: 20 }, (_, n) => ({ n }));
    const declare = (data: TestDataFactory) =>
      data
        .fromData(all)
        .filter((row) => (row as { n: number }).n % 2 === 0)
        .filter((_row, index, id) => id === '7' && index >= 10)
        .shuffle();
    const { rows } = await feed({}, declare, 5);
    assert.deepEqual(
      rows.map((row) => (row as { n: number }).n).sort((a, b) => a - b),
      [10, 12, 14, 16, 18],
    );
  });

  it('combines several sources under their names, each with its own position', async () => {
    const files = { 'users.csv': 'u\na\nb\n', 'things.json': '[1,2,3]' };
    const { rows } = await feed(
      files,
      (data) => {
        data.fromCSV('users.csv');
        data.fromJSON('things.json').as('stuff');
      },
      3,
    );
    assert.equal(
      JSON.stringify(rows),
      JSON.stringify([
        { users: { u: 'a' }, stuff: 1 },
        { users: { u: 'b' }, stuff: 2 },
        { users: { u: 'a' }, stuff: 3 },
      ]),
    );
  });

  it('combines files that match a pattern, and sources of one name and shape', async () => {
    const files = { 'users1.csv': 'u\na\n', 'users2.csv': 'u\nb\n', 'other.csv': 'z\n1\n' };
    const { rows } = await feed(files, (data) => data.fromCSV('users*.csv'), 2);
    assert.equal(JSON.stringify(rows), '[{"u":"a"},{"u":"b"}]');
    const twice = (data: TestDataFactory) => {
      data.fromCSV('users1.csv').as('all');
      data.fromCSV('users2.csv').as('all');
    };
    assert.equal(JSON.stringify((await feed(files, twice, 2)).rows), '[{"all":{"u":"a"}},{"all":{"u":"b"}}]');
    const differing = (data: TestDataFactory) => {
      data.fromCSV('users1.csv').as('all');
      data.fromCSV('other.csv').as('all');
    };
    await assert.rejects(feed(files, differing, 1), /have the name 'all'/);
  });

  it('receives leased rows with the columns of the header, until all are used', async () => {
    const rows = ['1,"two\nlines"', '', '2,b', '3,c'];
    const data = new DataFeed();
    const leased = { files: ['users.csv'], nextRow: async () => rows.shift() ?? null };
    const folder = await bench.folder({ 'users.csv': '\ufeffid,text\n' });
    createTestData(data, [folder], leased)
      .fromCSV('users.csv')
      .filter((row) => (row as { id: string }).id !== '2');
    await data.load('7');
    const found: unknown[] = [];
    while (await data.advance()) found.push({ ...(data.next(() => {}) as object) });
    assert.deepEqual(found, [
      { id: '1', text: 'two\nlines' },
      { id: '3', text: 'c' },
    ]);
  });

  it('reports problems of data', async () => {
    await assert.rejects(
      feed({ 'a.csv': 'x,y\n' }, (data) => data.fromCSV('a.csv'), 1),
      /CSV file 'a.csv' loaded but contains no rows/,
    );
    await assert.rejects(
      feed({ 'a.json': '{' }, (data) => data.fromJSON('a.json'), 1),
      /JSON file 'a.json' cannot be parsed/,
    );
    const nameless = (data: TestDataFactory) => {
      data.fromData([1]);
      data.fromData([2]);
    };
    await assert.rejects(feed({}, nameless, 1), /must be specified by using as\(\)/);
  });
});

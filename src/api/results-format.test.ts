import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResultRow } from '../metrics/results.ts';
import { formatResults, type ResultsFormat } from './results-format.ts';
import { exampleRun, gridId, runId } from './testing/example-run.ts';

const rows: ResultRow[] = [
  { timeMs: 1_767_323_100_000, measurement: 'response_time', label: 'Home', gridId, value: 120 },
  { timeMs: 1_767_323_115_000, measurement: 'concurrency', label: 'a,"b"', gridId, value: 5 },
];

async function* each(list: ResultRow[]): AsyncGenerator<ResultRow> {
  yield* list;
}

async function format(
  kind: ResultsFormat,
  dialect: 'ours' | 'original' = 'ours',
  list = rows,
): Promise<string> {
  return (await Array.fromAsync(formatResults(each(list), exampleRun(), kind, dialect))).join('');
}

describe('formatResults', () => {
  it('writes the documented CSV with numeric ids', async () => {
    assert.equal(
      await format('v2'),
      'Time,Measurement,Label,Account,Run,Project,Grid,Region,Value\n' +
        '1767323100000,response_time,Home,1,55,3,77,ap-southeast-2,120\n' +
        '1767323115000,concurrency,"a,""b""",1,55,3,77,ap-southeast-2,5\n',
    );
  });

  it('uses the original column name for its clients', async () => {
    assert.match(await format('v2', 'original'), /^Time,Measurement,Label,Account,Flood,Project,/);
    assert.match(await format('v3', 'original'), /,Flood UUID,Flood,Region/);
  });

  it('writes the later CSV with names and readable times', async () => {
    const [head, first] = (await format('v3')).split('\n');
    assert.equal(
      head,
      'Time,Elapsed Time,Account UUID,Project UUID,Project,Stream UUID,Stream,Run UUID,Run,Region,Measurement,Label,Value',
    );
    assert.equal(
      first,
      `2026-01-02 03:05:00,00:00:00,1,3,Default,${gridId},homeless-reef,${runId},Build 7,ap-southeast-2,response_time,Home,120`,
    );
  });

  it('writes JSON with lower-case columns, in both naming schemes', async () => {
    assert.deepEqual(JSON.parse(await format('json'))[0], {
      time: 1_767_323_100_000,
      measurement: 'response_time',
      label: 'Home',
      account: 1,
      run: 55,
      project: 3,
      grid: 77,
      region: 'ap-southeast-2',
      value: 120,
    });
    assert.equal(JSON.parse(await format('json', 'original'))[0].flood, 55);
  });

  it('writes only a header, or an empty list, without rows', async () => {
    assert.equal(
      await format('v2', 'ours', []),
      'Time,Measurement,Label,Account,Run,Project,Grid,Region,Value\n',
    );
    assert.deepEqual(JSON.parse(await format('json', 'ours', [])), []);
  });

  it('sends many rows in chunks without loss', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ ...(rows[0] as ResultRow), value: index }));
    const chunks = await Array.fromAsync(formatResults(each(many), exampleRun(), 'json', 'ours'));
    assert.ok(chunks.length > 10);
    assert.equal(JSON.parse(chunks.join('')).length, 20_000);
  });
});

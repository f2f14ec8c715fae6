import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResultRow } from './results.ts';
import { laterResultsCsvHeader, laterResultsCsvRow, resultsCsvHeader, resultsCsvRow } from './results-csv.ts';

const row: ResultRow = {
  timeMs: 1_432_705_920_000,
  measurement: 'failed',
  label: 'home',
  gridId: 'grid',
  value: 0,
};

describe('the documented CSV', () => {
  const ids = {
    account: 4,
    run: 17,
    project: 2,
    grids: new Map([['grid', { number: 9, region: 'us-west-2' }]]),
  };

  it('has a header with the word that the client expects', () => {
    assert.equal(resultsCsvHeader(), 'Time,Measurement,Label,Account,Run,Project,Grid,Region,Value\n');
    assert.equal(
      resultsCsvHeader('Flood'),
      'Time,Measurement,Label,Account,Flood,Project,Grid,Region,Value\n',
    );
  });

  it('has a line for each row', () => {
    assert.equal(resultsCsvRow(row, ids), '1432705920000,failed,home,4,17,2,9,us-west-2,0\n');
  });

  it('quotes only labels that require it', () => {
    const labelled = (label: string) => resultsCsvRow({ ...row, label }, ids);
    assert.match(labelled('a b; c'), /,a b; c,/);
    assert.match(labelled('a,b'), /,"a,b",/);
    assert.match(labelled('say "hi"'), /,"say ""hi""",/);
    assert.match(labelled('two\nlines'), /,"two\nlines",/);
    assert.match(labelled('=1+1'), /,"'=1\+1",/, 'no formula');
  });
});

describe('the later CSV', () => {
  const names = {
    accountId: 'acc',
    projectId: 'pro',
    project: 'Shop, new',
    runId: 'run',
    run: 'Nightly',
    startedAtMs: row.timeMs - 3_725_000,
    grids: new Map([['grid', { name: 'homeless-reef', region: 'us-west-2' }]]),
  };

  it('has its header', () => {
    assert.equal(
      laterResultsCsvHeader('Flood'),
      'Time,Elapsed Time,Account UUID,Project UUID,Project,Stream UUID,Stream,Flood UUID,Flood,Region,Measurement,Label,Value\n',
    );
  });

  it('has a line for each row, with readable times', () => {
    assert.equal(
      laterResultsCsvRow(row, names),
      '2015-05-27 05:52:00,01:02:05,acc,pro,"Shop, new",grid,homeless-reef,run,Nightly,us-west-2,failed,home,0\n',
    );
    const users: ResultRow = { ...row, measurement: 'concurrency', label: '', value: 7 };
    assert.match(
      laterResultsCsvRow(users, { ...names, startedAtMs: row.timeMs + 5000 }),
      /^2015-05-27 05:52:00,00:00:00,.*,concurrent_users,,7\n$/,
    );
  });
});

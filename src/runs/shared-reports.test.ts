import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '../metrics/report.ts';
import { SharedReports } from './shared-reports.ts';

const reportOf = (summary: string) => ({ summary }) as Report;

test('does not reuse a computation started before the end of the run', async () => {
  const reports = new SharedReports();
  const slow = Promise.withResolvers<Report>();
  const early = reports.get('a whole', false, () => slow.promise);
  assert.equal(
    reports.get('a whole', false, async () => reportOf('again')),
    early,
  );
  const late = await reports.get('a whole', true, async () => reportOf('all of it'));
  assert.equal(late.summary, 'all of it');
  slow.resolve(reportOf('half of it'));
  assert.equal((await early).summary, 'half of it');
  const kept = await reports.get('a whole', true, async () => reportOf('made again'));
  assert.equal(kept.summary, 'all of it');
});

test('does not cache failures and preliminary reports', async () => {
  const reports = new SharedReports();
  await assert.rejects(reports.get('a', true, async () => Promise.reject(new Error('no database'))));
  assert.equal((await reports.get('a', true, async () => reportOf('one'))).summary, 'one');
  assert.equal((await reports.get('b', false, async () => reportOf('one'))).summary, 'one');
  assert.equal((await reports.get('b', false, async () => reportOf('two'))).summary, 'two');
});

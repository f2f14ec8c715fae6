import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type SummaryFacts, writeSummary } from './summary.ts';

const times = {
  meanMs: 412.4,
  standardDeviationMs: 95.5,
  minMs: 1,
  maxMs: 12_345.678,
  percentilesMs: { 50: 380.1, 75: 400, 90: 1020.7, 95: 2000, 99: 3000, 99.9: 4000 },
};
const facts: SummaryFacts = {
  total: {
    label: '',
    passed: 1_223_456,
    failed: 0,
    times: { passed: null, failed: null, all: times },
    meanLatencyMs: 1,
    meanConnectMs: 1,
    requestsPerMinute: 122_345.6,
    maxRequestsPerMinute: 130_000,
    bytesIn: 1,
    bytesOut: 1,
  },
  maxUsers: 12_500,
  durationS: 600,
  gridCount: 3,
  place: 'on this machine and your own machines',
};

describe('writeSummary', () => {
  it('contains all facts in order', () => {
    assert.equal(
      writeSummary(facts),
      'Up to 12,500 users across 3 grids on this machine and your own machines for 10 minutes. ' +
        'The mean response time was 412 ms with a standard deviation of 95.5 ms, the median 380 ms, ' +
        'the 90th percentile 1,020 ms and the maximum 12.3 s. ' +
        'Requests reached 130,000 rpm at most and 122,000 rpm on average. ' +
        '1.22 M transactions passed, 0 failed.',
    );
  });

  it('uses the singular for one, and exact short times', () => {
    const total = {
      ...facts.total,
      passed: 1,
      failed: 1234,
      times: { ...facts.total.times, all: { ...times, meanMs: 0.44 } },
    };
    const text = writeSummary({ total, maxUsers: 1, durationS: 1, gridCount: 1, place: 'on this machine' });
    assert.match(
      text,
      /^Up to 1 user across 1 grid on this machine for 1 second\. The mean response time was 0\.44 ms /,
    );
    assert.match(text, / 1 transaction passed, 1234 failed\. Response times include failed samples\.$/);
  });

  it('uses seconds below two minutes, and minutes above', () => {
    const duration = (durationS: number) =>
      writeSummary({ ...facts, durationS }).match(/ for ([^.]+)\./)?.[1];
    assert.equal(duration(59), '59 seconds');
    assert.equal(duration(60), '1 minute');
    assert.equal(duration(90), '90 seconds');
    assert.equal(duration(125), '2 minutes');
    assert.equal(duration(5400), '90 minutes');
  });

  it('abbreviates large counts to three digits', () => {
    const passed = (count: number) =>
      writeSummary({ ...facts, total: { ...facts.total, passed: count } }).match(
        /average\. (.+) transactions/,
      )?.[1];
    assert.equal(passed(9999), '9,999');
    assert.equal(passed(10_000), '10 K');
    assert.equal(passed(123_456), '123 K');
    assert.equal(passed(999_999), '1 M');
    assert.equal(passed(100_000_000), '100 M');
    assert.equal(passed(5_678_000_000), '5.68 G');
  });

  it('does not mention passing or failing without samples', () => {
    const total = { ...facts.total, passed: 0, failed: 0, times: { passed: null, failed: null, all: null } };
    assert.equal(
      writeSummary({ ...facts, total, gridCount: 1, place: 'on this machine' }),
      'No samples were measured across 1 grid on this machine.',
    );
    assert.equal(writeSummary({ ...facts, total, gridCount: 0, place: '' }), 'No samples were measured.');
  });
});

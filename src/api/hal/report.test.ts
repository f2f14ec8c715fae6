import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Errors } from 'typebox/value';
import { reportSchema, seriesSchema } from '../../contract/resources/report.ts';
import type { LabelFigures } from '../../metrics/figures.ts';
import { exampleFigures, exampleReport, exampleRun, runId } from '../testing/example-run.ts';
import { figuresResource, reportResource, seriesResource } from './report.ts';

const reconciliation = {
  produced: 10,
  framed: 10,
  received: 10,
  stored: 10,
  reported: 10,
  isComplete: true,
  explanations: [],
  notes: [],
  startSpreadMs: 12.5,
};

describe('reportResource', () => {
  it('matches the schema of a report, and links the run', () => {
    const report = reportResource(exampleRun(), exampleReport(), reconciliation);
    assert.deepEqual(Errors(reportSchema, report), []);
    assert.equal(report._links.self.href, `/api/runs/${runId}`);
    assert.equal(report.labels[0]?.percentiles['99.9'], 850);
  });

  it('has integers where scripts compare integers', () => {
    const report = reportResource(
      exampleRun(),
      exampleReport({
        meanResponseTimeMs: 1.6,
        meanConcurrency: 2.5,
        meanThroughput: 3.2,
        maxConcurrency: 4,
      }),
      null,
    );
    assert.equal(report.mean_response_time, 2);
    assert.equal(report.mean_concurrency, 3);
    assert.equal(report.mean_throughput, 3);
  });

  it('has response times of passed samples, of others on request, and of all samples if only those are known', () => {
    const { all } = exampleFigures().times;
    assert.ok(all);
    const slow = { ...all, meanMs: 900 };
    const of = (times: LabelFigures['times'], kind?: 'failed') => {
      const total = exampleFigures({ label: '', times });
      const report = reportResource(exampleRun(), exampleReport({ total }), null, [], kind);
      return [report.times, report.total.mean, report.mean_response_time];
    };
    const split = { passed: slow, failed: { ...all, meanMs: 4 }, all };
    const documented = Math.round(exampleReport().meanResponseTimeMs);
    assert.deepEqual(of(split), ['passed', 900, documented]);
    assert.deepEqual(of(split, 'failed'), ['failed', 4, documented]);
    assert.deepEqual(of({ passed: null, failed: null, all }), ['all', 120.5, documented]);
    const total = exampleFigures({ passed: 0, failed: 9, times: { passed: null, failed: all, all } });
    const down = reportResource(exampleRun(), exampleReport({ total }), null);
    assert.deepEqual([down.times, down.total.mean, down.total.percentiles], ['passed', null, {}]);
    assert.deepEqual(Errors(reportSchema, down), []);
  });

  it('has a mean_error_rate of exactly 0 only without failures, and 100 only if all samples failed', () => {
    const rateOf = (meanErrorRatePercent: number) =>
      reportResource(exampleRun(), exampleReport({ meanErrorRatePercent }), null).mean_error_rate;
    assert.equal(rateOf(0), 0);
    assert.equal(rateOf(1e-9), 0.0001);
    assert.equal(rateOf(12.345678), 12.3457);
    assert.equal(rateOf(99.9999999), 99.9999);
    assert.equal(rateOf(100), 100);
  });

  it('has zeros, not null, for a run without samples', () => {
    const nothing = exampleFigures({
      label: '',
      passed: 0,
      failed: 0,
      times: { passed: null, failed: null, all: null },
    });
    const report = reportResource(
      exampleRun(),
      exampleReport({
        total: nothing,
        labels: [],
        grids: [],
        errors: [],
        meanErrorRatePercent: 0,
        meanApdex: null,
      }),
      null,
    );
    assert.deepEqual(Errors(reportSchema, report), []);
    assert.equal(report.total.error_rate, 0);
    assert.equal(report.mean_error_rate, 0);
  });
});

describe('figuresResource', () => {
  it('has codes without hosts for others than members, and none for figures of earlier versions', () => {
    const codes = ['http://one.internal/x', '204', 'http://two.internal/x', null].map((code, at) => ({
      code,
      passed: at + 1,
      failed: 0,
    }));
    const { codes: own } = figuresResource(exampleFigures({ codes }));
    assert.deepEqual(
      own?.map(({ code }) => code),
      codes.map(({ code }) => code),
    );
    assert.deepEqual(figuresResource(exampleFigures({ codes }), 'passed', false).codes, [
      { code: '/x', class: 'other', passed: 4, failed: 0 },
      { code: '204', class: '2xx', passed: 2, failed: 0 },
      { code: null, class: 'unknown', passed: 4, failed: 0 },
    ]);
    assert.equal(figuresResource(exampleFigures({})).codes, null);
  });
});

describe('seriesResource', () => {
  it('matches the schema of a series, including gaps', () => {
    const point = { startS: 15, spanS: 15, passed: 1, failed: 0, users: 2, bytesIn: 3, bytesOut: 4 };
    const codes = [{ code: '204', passed: 1, failed: 0 }];
    const series = seriesResource(runId, 15, [
      { ...point, meanMs: 1.5, percentilesMs: { 50: 1 }, codes },
      { ...point, meanMs: null, percentilesMs: null, codes: [{ code: null, passed: 1, failed: 0 }] },
    ]);
    assert.deepEqual(Errors(seriesSchema, series), []);
    assert.equal(series.points[0]?.time, 15);
    assert.deepEqual(
      series.points.map((each) => each.codes[0]?.class),
      ['2xx', 'unknown'],
    );
  });
});

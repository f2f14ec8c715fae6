import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricTimes, parseMetricQuery, readRangeResponse } from './target-metrics.ts';

const times = { startS: 100, stepS: 5, count: 4 };
const matrix = (result: unknown[]) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } });

test('a query is a name and an expression, which may contain more equals signs', () => {
  assert.deepEqual(parseMetricQuery(' CPU (%) = 100 * avg(x{mode="idle"}) '), {
    name: 'CPU (%)',
    expression: '100 * avg(x{mode="idle"})',
  });
  for (const bad of ['', 'CPU', 'CPU=', '=up', ' = ']) assert.equal(parseMetricQuery(bad), undefined, bad);
});

test('a run has at most about 600 points', () => {
  const at = (seconds: number) => new Date(seconds * 1000);
  assert.deepEqual(metricTimes(at(100.7), at(130.2)), { startS: 100, stepS: 1, count: 32 });
  const { stepS, count } = metricTimes(at(0), at(86_400));
  assert.deepEqual([stepS, count], [144, 601]);
  assert.equal(metricTimes(at(5), at(5)).count, 2);
});

test('places samples on the times of the run, with gaps', () => {
  const read = readRangeResponse(
    matrix([
      {
        metric: {},
        values: [
          [100, '1.5'],
          [110, 'NaN'],
          [115, '+Inf'],
        ],
      },
      {
        metric: { __name__: 'up', job: 'node' },
        values: [
          [105, '1'],
          [500, '9'],
        ],
      },
    ]),
    times,
  );
  assert.deepEqual(read, {
    startS: 100,
    stepS: 5,
    series: [
      { name: 'value', values: [1.5, null, null, null] },
      { name: 'up{job="node"}', values: [null, 1, null, null] },
    ],
    problem: null,
  });
});

test('says why there are no series, or not all', () => {
  const problem = (body: string) => readRangeResponse(body, times).problem;
  assert.match(
    problem(JSON.stringify({ status: 'error', error: 'parse error' })) ?? '',
    /^Prometheus: parse error$/,
  );
  for (const body of ['<html>', '[]', '{}', '{"status":"success","data":null}', 'null'])
    assert.match(problem(body) ?? '', /not that of a Prometheus server/, body);
  assert.match(problem(matrix([])) ?? '', /no series/);
  const many = readRangeResponse(
    matrix(Array.from({ length: 12 }, (_, i) => ({ metric: { i }, values: [] }))),
    times,
  );
  assert.equal(many.series.length, 10);
  assert.match(many.problem ?? '', /returned 12 series; the first 10/);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SeriesPoint } from '../../metrics/series.ts';
import { charts, niceTop, resolutionFor } from './charts.ts';

function point(startS: number, change: Partial<SeriesPoint> = {}): SeriesPoint {
  return {
    startS,
    spanS: 1,
    passed: 90,
    failed: 10,
    users: 5,
    meanMs: 100,
    percentilesMs: { 50: 100, 95: 150, 99: 200 },
    bytesIn: 0,
    bytesOut: 0,
    ...change,
  };
}

function pathOf(text: string, name: string): string {
  return new RegExp(`class="${name}" d="([^"]*)"`).exec(text)?.[1] ?? '';
}

describe('charts', () => {
  it('draw each value at its height above zero', () => {
    const { text } = charts([point(100), point(101)], { fromS: 100, toS: 102 });
    assert.equal(pathOf(text, 'line p99'), 'M125 0h0L375 0');
    assert.equal(pathOf(text, 'line p50'), 'M125 60h0L375 60');
    assert.equal(pathOf(text, 'bar all'), 'M0 120V0H250V120ZM250 120V0H500V120Z');
    assert.equal(pathOf(text, 'bar failed'), 'M0 120V108H250V120ZM250 120V108H500V120Z');
    assert.match(text, /<span>00:00<\/span><span>00:01<\/span>/);
    assert.match(text, /\+00:01: 100 \/s, 10 of 100 failed/);
  });

  it('leave a gap where nothing was measured', () => {
    const quiet = point(102, { passed: 0, failed: 0, meanMs: null, percentilesMs: null });
    const { text } = charts([point(100), quiet, point(103)], { fromS: 100, toS: 104 });
    assert.equal(pathOf(text, 'line p50'), 'M125 60h0M875 60h0');
    assert.equal(pathOf(text, 'bar all').split('Z').length - 1, 2);
  });

  it('compute rates of a partial interval from its seconds within the run', () => {
    const { text } = charts([point(90, { spanS: 15 })], { fromS: 100, toS: 105 });
    assert.match(text, /: 20 \/s/);
  });

  it('are empty without points, and never use inline styles', () => {
    assert.equal(charts([], { fromS: 1, toS: 2 }).text, '');
    assert.ok(!charts([point(1)], { fromS: 1, toS: 2 }).text.includes('style='));
  });

  it('choose a resolution that fits the length of the run', () => {
    assert.deepEqual(
      [60, 400, 401, 6000, 6001].map((toS) => resolutionFor({ fromS: 0, toS })),
      [1, 1, 15, 15, 300],
    );
  });

  it('have round values at top and middle', () => {
    assert.deepEqual([0, 0.7, 1, 130, 350, 410, 700].map(niceTop), [1, 1, 1, 200, 400, 600, 1000]);
  });
});

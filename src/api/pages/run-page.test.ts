import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseThreshold } from '../../domain/threshold.ts';
import { thresholdResult } from '../../domain/threshold-words.ts';
import type { Reconciliation } from '../../runs/reconciliation.ts';
import type { RunPage } from '../../runs/run-views.ts';
import { pageVerdict } from '../../runs/verdict.ts';
import {
  exampleFigures,
  exampleNodeFigures,
  examplePage,
  exampleReport,
  exampleRun,
} from '../testing/example-run.ts';
import { type RunPageInput, runPage } from './run-page.ts';

const now = new Date('2026-01-02T03:06:00.000Z');
const startS = new Date('2026-01-02T03:05:00.000Z').getTime() / 1000;
const balanced: Reconciliation = {
  produced: 10_000,
  framed: 10_000,
  received: 10_000,
  stored: 10_000,
  reported: 10_000,
  isComplete: true,
  explanations: [],
  notes: [],
  startSpreadMs: null,
};

function page(
  isMember: boolean,
  view = exampleRun(),
  report = exampleReport(),
  change: Partial<RunPage & Pick<RunPageInput, 'logs'>> = {},
): string {
  const series = { points: [], range: { fromS: startS, toS: startS + 120 } };
  const reconciliation = view.status === 'finished' ? balanced : null;
  const { logs = [], ...ofPage } = change;
  const whole = examplePage(report, { reconciliation, ...ofPage });
  return runPage({ view, page: whole, series, logs, isMember, now }).text;
}

describe('runPage', () => {
  it('shows the verdict, then summary, labels and errors', () => {
    const text = page(true);
    assert.match(text, /10,000 samples[^,]*, 10 failed \(0\.1 %\); [\d.,]+ \/s, p95 /);
    assert.ok(text.indexOf('10 failed') < text.indexOf('Throughput'));
    assert.match(text, /<td class="name">Home<\/td>/);
    assert.match(text, /Internal Server Error/);
    assert.match(text, /Up to 5 users/);
  });

  it('shows passed runs, runs without samples, and progress', () => {
    const total = exampleFigures({ label: '', passed: 5, failed: 0 });
    assert.match(
      page(true, exampleRun(), exampleReport({ total })),
      /Passed, no threshold set: 5 samples[^,]*, 0 failed/,
    );
    const none = exampleFigures({ label: '', passed: 0, failed: 0 });
    assert.match(
      page(true, exampleRun(), exampleReport({ total: none })),
      /Broken: no samples were recorded\./,
    );
    assert.match(page(true, exampleRun({ phase: 'preparing' })), /Queued: preparing\./);
    assert.match(page(true, exampleRun({ phase: 'running' })), /Running/);
  });

  it('shows escaped log lines only to users of the account', () => {
    const lines = ['INFO ok', 'ERROR <script>'];
    const logs = [{ gridId: 'g', nodeIndex: 1, state: 'running' as const, lines }];
    const change = { logs };
    assert.match(
      page(true, exampleRun(), exampleReport(), change),
      /Node 2, last 2 lines.*INFO ok\nERROR &#60;script&#62;/s,
    );
    assert.doesNotMatch(page(false, exampleRun(), exampleReport(), change), /INFO ok/);
  });

  it('marks percentiles of few samples', () => {
    const total = exampleFigures({ label: '', passed: 12, failed: 0 });
    assert.match(page(true, exampleRun(), exampleReport({ total })), /only 12 passed samples/);
  });

  it('shows response times of passed samples, with others collapsed or selected', () => {
    const { all } = exampleFigures().times;
    assert.ok(all);
    const times = { passed: all, failed: { ...all, percentilesMs: { ...all.percentilesMs, 95: 7 } }, all };
    const total = exampleFigures({ label: '', times });
    const report = exampleReport({ total, labels: [exampleFigures({ times })] });
    const text = page(true, exampleRun(), report);
    assert.match(text, /<dt>p95<\/dt><dd>240 ms<small>of passed samples/);
    assert.match(text, /Response times cover passed samples\./);
    assert.match(
      text,
      /<summary>Response times of failed samples, for labels with failures<\/summary>.*>7 ms\*</s,
    );
    assert.match(text, /<summary>Response times of all samples/);
    const down = exampleFigures({ label: '', passed: 0, times: { passed: null, failed: all, all } });
    const none = page(true, exampleRun(), exampleReport({ total: down, labels: [down] }));
    assert.match(none, /<dt>p95<\/dt><dd>–<small>no passed samples/);
  });

  it('shows no values without measurements', () => {
    const total = exampleFigures({ label: '', passed: 0, failed: 0 });
    const report = exampleReport({ total, labels: [], errors: [] });
    const text = page(true, exampleRun({ phase: 'waiting_for_nodes', figures: null }), report);
    assert.ok(!text.includes('Throughput') && !text.includes('p95'), text);
  });

  it('never shows a run with failed nodes or missing samples as passed', () => {
    const total = exampleFigures({ label: '', passed: 5, failed: 0 });
    const report = exampleReport({ total, errors: [] });
    const broken = page(true, exampleRun({ change: { remoteErrors: ['The tool died.'] } }), report);
    assert.match(broken, /verdict bad/);
    assert.ok(broken.indexOf('The tool died.') < broken.indexOf('Throughput'));
    const short = { ...balanced, received: 9_990, isComplete: false, explanations: ['Node 1 lost 10.'] };
    const ended = exampleRun({ ending: { doubts: [], isComplete: false } });
    const text = page(true, ended, report, { reconciliation: short });
    assert.match(text, /verdict doubt.*see the receipt/);
    assert.match(text, /class="bad">9,990</);
    assert.match(text, /Node 1 lost 10\./);
    assert.ok(!page(false, exampleRun(), report, { reconciliation: short }).includes('Node 1 lost 10.'));
  });

  it('shows an overloaded or lost generator during the run', () => {
    const nodes = [
      exampleNodeFigures({ isOverloaded: true, wholeClockOffsetMs: 80 }),
      exampleNodeFigures({ lostAt: new Date() }),
    ];
    const text = page(false, exampleRun({ phase: 'running' }), exampleReport(), { nodes });
    assert.match(text, /verdict doubt"><span aria-hidden="true">△/);
    assert.match(text, /1 of 2 nodes has been above 90 % CPU for more than 10 % of the run/);
    assert.match(text, /1 of 2 nodes is lost/);
    assert.match(text, /The clock of 1 of 2 nodes is off by more than 50 ms/);
  });

  it('shows the engine with reasons, and the generator load', () => {
    const generator = { lagP99Ms: 1.2, lagMaxMs: 14, busyShare: 0.43 };
    const text = page(true, { ...exampleRun(), generator });
    assert.match(text, /jmeter-2\.13 · on Apache JMeter · Default/);
    assert.match(text, /<li>Plan &#62; Users: The function __groovy is not run yet\.<\/li>/);
    assert.match(text, /class="soft">Schedule lag: p99 1\.2 ms, max 14 ms\. Generator utilization: 43 %\.</);
    const late = page(false, { ...exampleRun(), generator: { ...generator, lagP99Ms: 101 } });
    assert.match(late, /class="doubt">△ Schedule lag: p99 101 ms.*The generator was saturated\./);
    assert.ok(!late.includes('__groovy'));
    const short = { ...generator, lagP99Ms: 400, includesStart: 'all' as const };
    assert.match(
      page(false, { ...exampleRun(), generator: short }),
      /class="soft">Schedule lag: p99 400 ms, max 14 ms \(including engine start\)\. Generator utilization: 43 %\.</,
    );
  });

  it('shows the same verdict as the live page, including thresholds and doubts', () => {
    const total = exampleFigures({ label: '', passed: 5, failed: 0 });
    const report = exampleReport({ total, errors: [] });
    const judged = thresholdResult(parseThreshold('p95 > 1ms'), { passed: false, actual: 240 });
    const change = { thresholds: [judged] };
    const ended = exampleRun({ ending: { doubts: ['The node was lost.'], isComplete: true } });
    const file = page(true, ended, report, change);
    const live = pageVerdict(ended, examplePage(report, { reconciliation: balanced, ...change }), true);
    assert.equal(live.sentence.includes('threshold not met: p95 ≤ 1 ms (240 ms)'), true);
    assert.equal(live.sentence.includes('The node was lost.'), true);
    assert.ok(
      file.includes(`<p class="verdict bad"><span aria-hidden="true">✕</span> ${live.sentence}</p>`),
      file,
    );
    assert.match(file, /<h2>Thresholds<\/h2>.*✕.*title="Fails if p95 &#62; 1ms">p95 ≤ 1 ms \(240 ms\)</s);
    const soFar = page(true, exampleRun({ phase: 'running' }), report, { thresholds: [judged] });
    assert.match(soFar, /Thresholds so far/);
  });

  it('escapes texts of plans, targets and logs', () => {
    const attack = '<img src=x onerror=alert(1)>';
    const view = exampleRun({
      change: {
        name: attack,
        toolRequested: attack,
        remoteErrors: [attack],
        warnings: [attack],
        project: { id: 1, name: attack },
      },
    });
    const report = exampleReport({
      summary: attack,
      labels: [exampleFigures({ label: attack })],
      errors: [{ code: attack, message: attack, count: 1, example: { label: attack, atMs: 1 } }],
    });
    for (const isMember of [true, false]) {
      const text = page(isMember, view, report);
      assert.ok(!text.includes('<img'), text);
      assert.ok(text.includes('&#60;img'));
    }
  });

  it('public pages contain no files, archives, addresses, nodes and logs', () => {
    const view = exampleRun({
      change: { remoteErrors: ['node load-1.internal: log tail'], warnings: ['odd file'] },
    });
    const message = 'Connect to 10.9.8.7:80 failed';
    const label = 'https://shop.internal/cart';
    const report = exampleReport({
      labels: [exampleFigures({ label })],
      errors: [{ code: 'x', message, count: 1, example: { label: 'l', atMs: 1 } }],
    });
    const judged = thresholdResult(parseThreshold(`label("${label}").p95 > 1ms`), {
      passed: false,
      actual: 240,
    });
    const open = page(false, view, report, { thresholds: [judged] });
    assert.match(open, /<td class="name">\/cart<\/td>/);
    for (const secret of [
      'plan.jmx',
      'KeYKeY',
      'tar.gz',
      '203.0.113.9',
      '10.0.0.9',
      'load-1.internal',
      'log tail',
      'odd file',
      '10.9.8.7',
      'shop.internal',
    ]) {
      assert.ok(!open.includes(secret), secret);
    }
    assert.match(open, /verdict bad/);
    const own = page(true, view);
    for (const shown of ['load-1.internal', 'log tail']) assert.ok(own.includes(shown), shown);
  });
});

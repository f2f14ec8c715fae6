import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { reportRenderer } from '../../../test/support/report-renderer.ts';
import type { RenderReport } from '../../contract/report-page.ts';
import type { Annotation } from '../../domain/annotation.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import type { TargetMetric } from '../../domain/target-metrics.ts';
import { parseThreshold } from '../../domain/threshold.ts';
import { thresholdResult } from '../../domain/threshold-words.ts';
import type { ChartColumns } from '../../metrics/chart.ts';
import { publicNames } from '../../runs/label-names.ts';
import type { Reconciliation } from '../../runs/reconciliation.ts';
import type { RunPage } from '../../runs/run-views.ts';
import type { NodeLog } from '../../runs/runs.ts';
import { pageVerdict } from '../../runs/verdict.ts';
import { runViewResource } from '../hal/view.ts';
import {
  exampleFigures,
  exampleNodeFigures,
  examplePage,
  exampleReport,
  exampleRun,
} from '../testing/example-run.ts';
import { reportPage } from './report-page.ts';

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

/** Three seconds, the second one without samples. */
const columns: ChartColumns = {
  timeS: [startS, startS + 1, startS + 2],
  passed: [90, null, 90],
  failed: [10, null, 10],
  throughput: [100, null, 50],
  failures: [10, null, 10],
  failures4xx: [0, null, 2],
  failures5xx: [10, null, 8],
  failuresOfChecks: [0, null, 0],
  failuresOther: [0, null, 0],
  codes2xx: [90, null, 40],
  codes3xx: [0, null, 0],
  codes4xx: [0, null, 2],
  codes5xx: [10, null, 8],
  codesOther: [0, null, 0],
  codesUnknown: [0, null, 0],
  users: [5, null, 5],
  mean: [100, null, 100],
  p50: [100, null, 100],
  p90: [120, null, 120],
  p95: [150, null, 150],
  p99: [200, null, 200],
  connect: [1, null, 1],
  firstByte: [50, null, 50],
  bytesIn: [1000, null, 1000],
  bytesOut: [10, null, 10],
};

interface Change extends Partial<RunPage> {
  logs?: NodeLog[];
  annotations?: Annotation[];
  targetMetrics?: TargetMetric[];
  times?: SampleKind;
}

let render: RenderReport;
before(async () => {
  render = await reportRenderer();
});

function page(isMember: boolean, view = exampleRun(), report = exampleReport(), change: Change = {}): string {
  const { logs = [], annotations = [], targetMetrics = [], times, ...ofPage } = change;
  const reconciliation = view.status === 'finished' ? balanced : null;
  const range = { startS, fromS: startS, toS: startS + 120, isWhole: true };
  const whole = examplePage(report, { range, reconciliation, ...ofPage });
  const addresses = { origin: 'https://spate.example', prefix: '/api' };
  const names = publicNames(report.labels.map(({ label }) => label));
  return render(
    reportPage({
      view: runViewResource(view, whole, { isMember, mayChange: isMember }, addresses, now, times),
      names: isMember ? { areExact: true, nameOf: (label) => label, labelOf: (name) => name } : names,
      labels: {
        range,
        total: report.labels.length,
        labels: report.labels.map((figures) => ({ figures, sparkP95: [1, 2], sparkFailed: [0, 0] })),
        spark: { startS, stepS: 1 },
      },
      charts: { range, stepS: 1, cursor: '1-1', columns },
      annotations,
      targetMetrics,
      logs,
    }),
  );
}

describe('report.html', () => {
  it('shows the verdict, then summary, labels and errors', () => {
    const text = page(true);
    assert.match(text, /10,000 samples[^,]*, 10 failed \(0\.1 %\); [\d.,]+ \/s, p95 /);
    assert.ok(text.indexOf('10 failed') < text.indexOf('Throughput'));
    assert.match(text, /<td [^>]*data-name="Label"[^>]*>Home<\/td>/);
    assert.match(text, /Internal Server Error/);
    assert.match(text, /Up to 5 users/);
  });

  it('shows annotations on the time axis and in a list', () => {
    const at = new Date((startS + 61.5) * 1000);
    const deploy = {
      id: 'a',
      project: 'Shop',
      runId: null,
      at,
      kind: 'deploy',
      text: 'v2 <b>',
      author: null,
    } as const;
    const text = page(true, exampleRun(), exampleReport(), { annotations: [deploy] });
    assert.match(text, /<title>\+01:02: Deploy: v2 &lt;b(>|&gt;)<\/title><line x1="51\.250%"/);
    assert.match(text, /<h2[^>]*>Annotations<\/h2>.*Deploy: v2 &lt;b/s);
    assert.doesNotMatch(page(true), />Annotations</);
  });

  it('shows metrics of the target', () => {
    const cpu = { name: 'CPU', expression: 'cpu', startS: startS + 10, stepS: 5, problem: null };
    const failed = { ...cpu, name: 'Memory', series: [], problem: 'Prometheus: parse error' };
    const metrics = [{ ...cpu, series: [{ name: 'value', values: [1, null, 3] }] }, failed];
    const text = page(true, exampleRun(), exampleReport(), { targetMetrics: metrics });
    assert.match(
      text,
      /<h2[^>]*>Target metrics<\/h2>.*Memory: Prometheus: parse error.*aria-label="CPU over time"/s,
    );
    assert.match(text, /<title>\+00:20: value 3<\/title>/);
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
      /Node 2 <span class="soft">2 lines<\/span>.*INFO ok\nERROR &lt;script>/s,
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
    assert.match(figureOf(text, 'p95'), /^240 ms of passed samples$/);
    assert.match(
      text,
      /<summary>Response times of failed samples, for labels with failures<\/summary>.*title="Only 10 failed samples">△ 7 ms</s,
    );
    assert.match(text, /<summary>Response times of all samples/);
    const selected = page(true, exampleRun(), report, { times: 'failed' });
    assert.match(figureOf(selected, 'p95'), /^7 ms △ only 10 failed samples$/);
    assert.match(selected, /Response time of failed samples/);
    assert.match(selected, /<summary>Response times of passed samples/);
    const down = exampleFigures({ label: '', passed: 0, times: { passed: null, failed: all, all } });
    const none = page(true, exampleRun(), exampleReport({ total: down, labels: [down] }));
    assert.match(figureOf(none, 'p95'), /^– △ no passed samples$/);
  });

  it('shows no values without measurements', () => {
    const total = exampleFigures({ label: '', passed: 0, failed: 0 });
    const report = exampleReport({ total, labels: [], errors: [] });
    const text = page(true, exampleRun({ phase: 'waiting_for_nodes', figures: null }), report);
    const { body } = partsOf(text);
    assert.ok(!body.includes('Throughput') && !body.includes('p95'), body);
  });

  it('never shows a run with failed nodes or missing samples as passed', () => {
    const total = exampleFigures({ label: '', passed: 5, failed: 0 });
    const report = exampleReport({ total, errors: [] });
    const broken = page(true, exampleRun({ change: { remoteErrors: ['The tool died.'] } }), report);
    assert.match(broken, /class="verdict bad"/);
    assert.ok(broken.indexOf('The tool died.') < broken.indexOf('Throughput'));
    const short = { ...balanced, received: 9_990, isComplete: false, explanations: ['Node 1 lost 10.'] };
    const ended = exampleRun({ ending: { doubts: [], isComplete: false } });
    const text = page(true, ended, report, { reconciliation: short });
    assert.match(text, /class="verdict doubt".*see the receipt/);
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
    assert.match(text, /class="verdict doubt" [^>]*><p class="sentence"><span aria-hidden="true">△/);
    assert.match(text, /1 of 2 nodes has been above 90 % CPU for more than 10 % of the run/);
    assert.match(text, /1 of 2 nodes is lost/);
    assert.match(text, /The clock of 1 of 2 nodes is off by more than 50 ms/);
  });

  it('shows the engine with reasons, and the generator load', () => {
    const generator = { lagP99Ms: 1.2, lagMaxMs: 14, busyShare: 0.43 };
    const text = page(true, { ...exampleRun(), generator });
    assert.match(text, />jmeter-2\.13<\/span> <span>on Apache JMeter<\/span> <span>Default</);
    assert.match(text, /<li><b>Plan > Users<\/b><span>The function __groovy is not run yet\.<\/span><\/li>/);
    assert.match(
      text,
      /<p title="[^"]*">Schedule lag: p99 1\.2 ms, max 14 ms\. Generator utilization: 43 %\.</,
    );
    const late = page(false, { ...exampleRun(), generator: { ...generator, lagP99Ms: 101 } });
    assert.match(late, /class="doubt">△ Schedule lag: p99 101 ms.*The generator is saturated/);
    assert.ok(!late.includes('__groovy'));
    const short = { ...generator, lagP99Ms: 400, includesStart: 'all' as const };
    assert.match(
      page(false, { ...exampleRun(), generator: short }),
      /<p title="[^"]*">Schedule lag: p99 400 ms, max 14 ms \(including engine start\)\. Generator utilization: 43 %\.</,
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
      file.includes(
        `<section class="verdict bad" aria-label="Verdict"><p class="sentence"><span aria-hidden="true">✕</span> ${live.sentence}</p>`,
      ),
      file,
    );
    assert.match(
      file,
      /<li title="Fails if p95 > 1ms" class="bad"><span aria-hidden="true">✕<\/span>p95 ≤ 1 ms \(240 ms\)<\/li>/,
    );
    const soFar = page(true, exampleRun({ phase: 'running' }), report, { thresholds: [judged] });
    assert.match(soFar, /p95 ≤ 1 ms \(240 ms\).*As of 2026-01-02 03:06:00 UTC\. The run is active\./s);
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
      assert.ok(text.includes('&lt;img'));
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
    assert.match(open, /<td [^>]*data-name="Label"[^>]*>\/cart<\/td>/);
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
    assert.match(open, /class="verdict bad"/);
    const own = page(true, view);
    for (const shown of ['load-1.internal', 'log tail']) assert.ok(own.includes(shown), shown);
  });

  it('lists the response codes, unless all samples have the code 200', () => {
    const ofCodes = (codes: NonNullable<ReturnType<typeof exampleFigures>['codes']>) =>
      page(true, undefined, exampleReport({ total: exampleFigures({ label: '', codes }) }));
    const ok = { code: '200', passed: 9990, failed: 0 };
    const rows = ofCodes([ok, { code: '503', passed: 0, failed: 10 }]);
    assert.match(rows, /Response codes<\/h2>/);
    assert.match(rows.replaceAll(/<[^>]+>/g, ' '), /503\s+0\.1 %\s+0\s+10/);
    assert.doesNotMatch(ofCodes([{ ...ok, passed: 10_000 }]), /Response codes<\/h2>/);
  });

  it('draws the charts of the page as SVG, with values as tooltips and gaps as gaps', () => {
    const { body } = partsOf(page(true));
    const titles = [...body.matchAll(/<span class="title">([^<]+)</g)].map(([, title]) => title);
    assert.deepEqual(titles, [
      'Response time',
      'Throughput',
      'Response codes',
      'Errors by code: 5xx',
      'Mean time to',
      'Virtual users',
      'Bytes',
    ]);
    assert.match(body, /<title>\+00:00: p50 100 ms, p90 120 ms, p95 150 ms, p99 200 ms<\/title>/);
    assert.match(body, /<title>\+00:01: samples –, failed –<\/title>/);
    assert.match(body, /<title>\+00:02: samples –, failed –<\/title>/);
    assert.match(body, /samples: 100 \/s at \+00:00, 100 \/s at \+00:00, highest 100 \/s at \+00:00\./);
    // 200 ms is the upper end of the axis; the single points around the gap are dots.
    assert.match(body, /d="M0 0h0M16\.7 0h0" fill="none" stroke="var\(--p99, currentcolor\)"/);
  });

  it('writes times in UTC, and has all labels with a total', () => {
    const labels = Array.from({ length: 150 }, (_, index) => exampleFigures({ label: `Page ${index}` }));
    const { body } = partsOf(page(true, exampleRun(), exampleReport({ labels })));
    assert.match(body, /started <time [^>]*>2026-01-02 03:05:00 UTC<\/time>/);
    assert.match(body, /stopped <time [^>]*>2026-01-02 03:07:00 UTC<\/time>/);
    assert.match(body, /150 labels/);
    for (const { label } of labels) assert.ok(body.includes(`>${label}</td>`), label);
    assert.match(body, /<tfoot>.*>All labels<\/td><td data-name="Samples">10,000<\/td>/);
  });

  it('is one document without scripts, controls, links and other files', () => {
    const { head, body } = partsOf(page(true));
    assert.match(head, /^<!doctype html>\n<html lang="en">/);
    assert.doesNotMatch(head + body, /<script|<link|src=|url\(|@import|https?:/i);
    assert.doesNotMatch(body, /<button|<input|<a |<form|<canvas| on[a-z]+=/i);
  });
});

function partsOf(text: string): { head: string; body: string } {
  const at = text.indexOf('<body>');
  return { head: text.slice(0, at), body: text.slice(at) };
}

/** Text of a figure of the summary. */
function figureOf(text: string, name: string): string {
  const [, cell = ''] = new RegExp(`<dt>${name}</dt><dd[^>]*>(.*?)<svg`).exec(text) ?? [];
  return cell
    .replace(/(<[^>]+>)+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

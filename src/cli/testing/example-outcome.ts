import { mapValues } from '../../contract/records.ts';
import type { FiguresResource, ReportResource } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { VerdictResource } from '../../contract/resources/verdict.ts';
import { runSettings } from '../../contract/run-settings.ts';
import type { Outcome } from '../outcome/outcome.ts';

export function exampleFigures(label: string, more: Partial<FiguresResource> = {}): FiguresResource {
  return {
    label,
    passed: 990,
    failed: 10,
    error_rate: 1,
    mean: 120.5,
    standard_deviation: 20,
    min: 5,
    max: 900,
    percentiles: { '50': 100, '75': 150, '90': 300, '95': 410.2, '99': 800, '99.9': 890 },
    from_intended_start: null,
    mean_latency: 100,
    mean_connect: 1,
    requests_per_minute: 6000,
    max_requests_per_minute: 6600,
    bytes_in: 1_000_000,
    bytes_out: 100_000,
    codes: null,
    ...more,
  };
}

export function exampleVerdict(more: Partial<VerdictResource> = {}): VerdictResource {
  return {
    word: 'finished_with_errors',
    tone: 'bad',
    exit_code: 0,
    sentence: 'Finished with errors, no threshold set: 2,000 samples, 20 failed (1 %).',
    doubts: [],
    ...more,
  };
}

/** A finished run with two labels and no threshold. */
export function exampleOutcome(
  more: {
    run?: Partial<RunResource>;
    report?: Partial<ReportResource>;
    doubts?: string[];
    generator?: Outcome['generator'];
  } = {},
): Outcome {
  const link = { href: '/' };
  const verdict = exampleVerdict();
  return {
    run: {
      _links: { self: link, report: link, series: link, archives: link },
      uuid: 'abcdefghijklmnopqrstuv',
      batch_id: '1',
      apdex: null,
      tool: 'jmeter',
      engine: 'spate',
      engine_requested: 'auto',
      engine_reasons: [],
      name: 'Nightly',
      notes: null,
      ...mapValues(runSettings, () => null),
      node_minutes: 2,
      cost: '0.0000',
      threads: 10,
      duration: 60,
      tag_list: [],
      status: 'finished',
      permalink: 'https://load.example.com/app/runs/abcdefghijklmnopqrstuv',
      remote_errors: null,
      warnings: [],
      started: '2026-01-02T03:04:05.678Z',
      stopped: '2026-01-02T03:05:05.678Z',
      created: '2026-01-02T03:04:00.000Z',
      started_by: { email: 'ann@example.com', name: 'Ann' },
      project: 'Default',
      privacy: 'private',
      error_rate: 1,
      response_time: 121,
      figures: null,
      live_control: null,
      fail_if: [],
      abort_if: [],
      aborted: null,
      test: null,
      baseline: null,
      passed: null,
      thresholds: [],
      verdict,
      phase: 'finished',
      progress: null,
      webhook: false,
      repeat_of: null,
      secrets: [],
      imported: null,
      _embedded: { grids: [], files: [], run_files: [], results: [], archives: [] },
      ...more.run,
    },
    report: {
      _links: { self: link },
      summary: 'Up to 10 users.',
      mean_response_time: 121,
      mean_concurrency: 10,
      max_concurrency: 10,
      mean_throughput: 1000,
      mean_error_rate: 1,
      mean_apdex: 0.9,
      apdex_threshold: 4000,
      duration: 60,
      times: 'passed',
      total: exampleFigures('', { passed: 1980, failed: 20 }),
      labels: [
        exampleFigures('Home', { percentiles: { '50': 10, '95': 20, '99': 30 } }),
        exampleFigures('Checkout'),
      ],
      grids: [],
      errors: [],
      passed: null,
      thresholds: [],
      verdict,
      reconciliation: null,
      ...more.report,
    },
    doubts: more.doubts ?? [],
    generator: more.generator,
  };
}

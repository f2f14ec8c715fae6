import type {
  CodeResource,
  FiguresResource,
  ReportResource,
  SeriesResource,
} from '../../contract/resources/report.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import { passedOf, type ThresholdResult } from '../../domain/threshold.ts';
import { withoutHosts } from '../../domain/without-hosts.ts';
import type { IntendedFigures } from '../../metrics/figures.ts';
import type { ErrorFigures, LabelFigures, Report } from '../../metrics/report.ts';
import { type CodeCount, codeClassOf } from '../../metrics/response-codes.ts';
import type { SeriesPoint } from '../../metrics/series.ts';
import { knownKind } from '../../metrics/stored-figures.ts';
import type { Reconciliation } from '../../runs/reconciliation.ts';
import type { RunView } from '../../runs/runs.ts';
import { reportVerdict } from '../../runs/verdict.ts';
import { link } from './links.ts';
import { verdictResource } from './verdict.ts';

export function reportResource(
  view: RunView,
  report: Report,
  reconciliation: Reconciliation | null,
  thresholds: readonly ThresholdResult[] = [],
  kind: SampleKind = 'passed',
): ReportResource {
  const times = knownKind(report.total, kind);
  const figuresOf = (figures: LabelFigures) => figuresResource(figures, times);
  const verdict = reportVerdict(view, { total: report.total, thresholds, reconciliation });
  return {
    _links: { self: link(`/runs/${view.run.id}`) },
    summary: report.summary,
    mean_response_time: Math.round(report.meanResponseTimeMs),
    mean_concurrency: Math.round(report.meanConcurrency),
    max_concurrency: Math.round(report.maxConcurrency),
    mean_throughput: Math.round(report.meanThroughput),
    mean_error_rate: percent(report.meanErrorRatePercent),
    mean_apdex: report.meanApdex,
    apdex_threshold: report.apdexThresholdMs,
    duration: report.durationS,
    times,
    total: figuresOf(report.total),
    labels: report.labels.map(figuresOf),
    grids: report.grids.map((grid) => ({
      uuid: grid.gridId,
      total: figuresOf(grid.total),
      labels: grid.labels.map(figuresOf),
    })),
    errors: report.errors.map(errorResource),
    passed: passedOf(thresholds, { isAborted: view.run.aborted !== null }),
    verdict: verdictResource(verdict),
    thresholds: [...thresholds],
    reconciliation: reconciliation && reconciliationResource(reconciliation),
  };
}

export function reconciliationResource(
  reconciliation: Reconciliation,
): NonNullable<ReportResource['reconciliation']> {
  const { isComplete, startSpreadMs, ...counts } = reconciliation;
  // Reports of earlier versions have no notes.
  return { ...counts, notes: counts.notes ?? [], is_complete: isComplete, start_spread_ms: startSpreadMs };
}

export function errorResource({
  code,
  message,
  count,
  example,
}: ErrorFigures): ReportResource['errors'][number] {
  return { code, message, count, example: { label: example.label, time: Math.round(example.atMs) } };
}

export function seriesResource(
  runId: string,
  resolution: SeriesResource['resolution'],
  points: readonly SeriesPoint[],
): SeriesResource {
  return {
    _links: { self: link(`/runs/${runId}/series`) },
    resolution,
    points: points.map((point) => ({
      time: point.startS,
      span: point.spanS,
      passed: point.passed,
      failed: point.failed,
      users: point.users,
      mean: point.meanMs,
      percentiles: point.percentilesMs,
      bytes_in: point.bytesIn,
      bytes_out: point.bytesOut,
      codes: codesResource(point.codes),
    })),
  };
}

/**
 * Response times cover samples of one kind; null or missing without samples. Callers without membership see codes
 * without hosts.
 */
export function figuresResource(
  figures: LabelFigures,
  kind: SampleKind = 'passed',
  isMember = true,
): FiguresResource {
  const count = figures.passed + figures.failed;
  const times = figures.times[kind];
  return {
    label: figures.label,
    passed: figures.passed,
    failed: figures.failed,
    error_rate: count === 0 ? 0 : percent((figures.failed / count) * 100),
    mean: times?.meanMs ?? null,
    standard_deviation: times?.standardDeviationMs ?? null,
    min: times?.minMs ?? null,
    max: times?.maxMs ?? null,
    percentiles: times?.percentilesMs ?? {},
    from_intended_start: figures.intended ? intendedResource(figures.intended, kind) : null,
    mean_latency: figures.meanLatencyMs,
    mean_connect: figures.meanConnectMs,
    requests_per_minute: figures.requestsPerMinute,
    max_requests_per_minute: figures.maxRequestsPerMinute,
    bytes_in: figures.bytesIn,
    bytes_out: figures.bytesOut,
    codes: figures.codes ? codesResource(isMember ? figures.codes : withoutHostsOf(figures.codes)) : null,
  };
}

function codesResource(codes: readonly CodeCount[]): CodeResource[] {
  return codes.map(({ code, passed, failed }) => ({ code, class: codeClassOf(code), passed, failed }));
}

/** Codes that differ only in the host are counted together. */
function withoutHostsOf(codes: readonly CodeCount[]): CodeCount[] {
  const shown = Map.groupBy(codes, ({ code }) => code && withoutHosts(code));
  return [...shown].map(([code, same]) => ({
    code,
    passed: same.reduce((sum, { passed }) => sum + passed, 0),
    failed: same.reduce((sum, { failed }) => sum + failed, 0),
  }));
}

function intendedResource(
  { scheduled, times }: IntendedFigures,
  kind: SampleKind,
): NonNullable<FiguresResource['from_intended_start']> {
  const { meanMs = null, maxMs = null, percentilesMs = {} } = times[kind] ?? {};
  return { scheduled, mean: meanMs, max: maxMs, percentiles: percentilesMs };
}

/** Four decimals, but never 0 with failed samples and never 100 with passed ones. */
function percent(exact: number): number {
  if (exact <= 0 || exact >= 100) return exact <= 0 ? 0 : 100;
  return Math.min(99.9999, Math.max(0.0001, Math.round(exact * 10_000) / 10_000));
}

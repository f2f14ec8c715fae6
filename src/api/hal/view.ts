import type {
  ChartColumns as ChartColumnsResource,
  ChartsResource,
  ErrorsResource,
  HeatmapResource,
  LabelsResource,
  RangeResource,
  RunViewResource,
  ViewNodeResource,
} from '../../contract/resources/view.ts';
import { isGeneratorAtLimit } from '../../domain/generator.ts';
import { runTime } from '../../domain/run-time.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import { passedOf } from '../../domain/threshold.ts';
import { withoutHosts, withoutHostsIn } from '../../domain/without-hosts.ts';
import { shortGridName } from '../../grids/grid-name.ts';
import type { ChartColumns } from '../../metrics/chart.ts';
import type { ErrorFigures } from '../../metrics/report.ts';
import { knownKind } from '../../metrics/stored-figures.ts';
import type { LabelNames } from '../../runs/label-names.ts';
import type { RunRange } from '../../runs/run-range.ts';
import type {
  Charts,
  ErrorsOfRange,
  Heat,
  LabelsPage,
  NodeFigures,
  RecentFigures,
  RunPage,
} from '../../runs/run-views.ts';
import type { RunView } from '../../runs/runs.ts';
import { pageVerdict } from '../../runs/verdict.ts';
import { abortResource } from './abort.ts';
import { generatorResource } from './generator.ts';
import { timestamp, timestampOrNull } from './links.ts';
import { moneyOrNull } from './money.ts';
import { errorResource, figuresResource, reconciliationResource } from './report.ts';
import { liveControlResource } from './run.ts';
import { runImportResource } from './run-import.ts';
import { testOfRun } from './test-of-run.ts';
import { verdictResource } from './verdict.ts';

const maxErrors = 200;

export interface ViewAddresses {
  origin: string;
  /** /api, or /app/api for the dashboard. */
  prefix: string;
  /** Whether the service can print the report. */
  hasPdf?: boolean;
}

export interface ViewAccess {
  isMember: boolean;
  mayChange: boolean;
}

export function runViewResource(
  view: RunView,
  page: RunPage,
  access: ViewAccess,
  addresses: ViewAddresses,
  now: Date,
  kind: SampleKind = 'passed',
): RunViewResource {
  const { run, status } = view;
  const { isMember } = access;
  const { report } = page;
  const times = knownKind(report.total, kind);
  const self = `${addresses.prefix}/runs/${run.id}`;
  const verdict = verdictResource(pageVerdict(view, page, isMember));
  const errors = isMember ? report.errors : byCode(report.errors);
  const time = runTime(run, now.getTime());
  return {
    _links: {
      self: { href: `${self}/view` },
      run: { href: self },
      labels: { href: `${self}/labels` },
      errors: { href: `${self}/errors` },
      charts: { href: `${self}/charts` },
      heatmap: { href: `${self}/heatmap` },
      events: { href: `${self}/events` },
    },
    uuid: run.id,
    name: run.name,
    notes: isMember ? run.notes : null,
    project: run.project.name,
    tool: run.toolRequested,
    engine: run.engine,
    engine_reasons: isMember ? run.engineReasons : [],
    ...(view.generator && {
      generator: {
        ...generatorResource(view.generator),
        is_at_limit: isGeneratorAtLimit(view.generator),
      },
    }),
    tag_list: run.tags,
    status,
    phase: run.phase,
    progress: isMember ? view.progress : null,
    privacy: run.privacy,
    threads: run.threads,
    rampup: run.rampupS,
    duration: run.durationS,
    created: timestamp(run.createdAt),
    started: timestampOrNull(run.startedAt),
    started_by: isMember ? run.startedBy : null,
    stopped: timestampOrNull(run.stoppedAt),
    elapsed: time.elapsedS,
    remaining: time.remainingS,
    node_minutes: isMember ? view.usage.nodeMinutes : null,
    cost: isMember ? moneyOrNull(view.usage.cost) : null,
    is_stop_requested: run.stopRequestedAt !== null,
    live_control: liveControlResource(run),
    repeat_of: isMember ? run.repeatOf : null,
    imported: run.imported && runImportResource(run.imported),
    ...(isMember ? testOfRun(run) : { test: null, baseline: null }),
    access: { is_member: isMember, may_change: access.mayChange },
    as_of: timestamp(now),
    range: rangeResource(page.range),
    verdict,
    summary: report.summary,
    passed: status === 'finished' ? passedOf(page.thresholds, { isAborted: run.aborted !== null }) : null,
    abort_if: isMember ? run.abortIf : run.abortIf.map(withoutHosts),
    aborted: run.aborted && abortResource(run.aborted, isMember ? undefined : withoutHosts),
    thresholds: isMember ? page.thresholds : withoutHostsIn(page.thresholds),
    times,
    total: figuresResource(report.total, times, isMember),
    seconds: report.durationS,
    mean_users: report.meanConcurrency,
    max_users: report.maxConcurrency,
    apdex: report.meanApdex,
    apdex_threshold: report.apdexThresholdMs,
    recent: page.recent && recentResource(page.recent, page.range.startS, times, isMember),
    figures_at: timestampOrNull(page.figuresAt),
    label_count: report.labels.length,
    error_count: errors.length,
    errors: errors.slice(0, maxErrors).map(errorResource),
    nodes: page.nodes.map((node) => nodeFiguresResource(node, isMember)),
    node_count: page.nodeCount,
    reconciliation:
      page.reconciliation &&
      reconciliationResource(
        isMember ? page.reconciliation : { ...page.reconciliation, explanations: [], notes: [] },
      ),
    remote_errors: isMember ? run.remoteErrors : [],
    warnings: isMember ? run.warnings : [],
    ...(isMember ? filesOf(view, self, addresses) : { files: [], archives: [], downloads: [] }),
  };
}

function filesOf(view: RunView, self: string, { origin, hasPdf }: ViewAddresses) {
  const { run, status } = view;
  const download = (name: string, type: string) => ({
    name: `${run.id}${name}`,
    href: `${self}/${type}`,
    type,
  });
  return {
    files: view.files.map(({ id, name, sizeBytes }) => ({
      uuid: id,
      name,
      size: sizeBytes,
      href: `${self}/files/${id}`,
    })),
    archives: view.archives.map(({ key, sizeBytes }) => ({
      href: `${origin}/${key}.tar.gz`,
      size: sizeBytes,
    })),
    downloads:
      status === 'queued'
        ? []
        : [
            { ...download('.csv', 'result.csv'), type: 'text/csv' },
            { ...download('.json', 'report.json'), type: 'application/json' },
            ...(hasPdf ? [{ ...download('.pdf', 'report.pdf'), type: 'application/pdf' }] : []),
          ],
  };
}

/** Without access to the account: only codes and counts, because messages may contain target addresses. */
function byCode(errors: readonly ErrorFigures[]): ErrorFigures[] {
  const codes = new Map<string, ErrorFigures>();
  for (const { code: exact, count, example } of errors) {
    const code = withoutHosts(exact);
    const known = codes.get(code);
    if (!known) codes.set(code, { code, message: '', count, example: { label: '', atMs: example.atMs } });
    else {
      known.count += count;
      known.example.atMs = Math.min(known.example.atMs, example.atMs);
    }
  }
  return [...codes.values()].sort((one, other) => other.count - one.count);
}

export function errorsResource(
  { range, errors: exact }: ErrorsOfRange,
  label: string | undefined,
  isMember: boolean,
  self: string,
): ErrorsResource {
  const errors = isMember ? exact : byCode(exact);
  return {
    _links: { self: { href: self } },
    range: rangeResource(range),
    label: label ?? null,
    total: errors.length,
    errors: errors.slice(0, maxErrors).map(errorResource),
  };
}

function nodeFiguresResource(node: NodeFigures, isMember: boolean): ViewNodeResource {
  const { vitals } = node;
  return {
    grid: isMember ? shortGridName(node.gridName) : null,
    region: node.region,
    origin: node.origin,
    node: node.nodeIndex,
    hostname: isMember ? node.hostname : null,
    state: node.state,
    health: node.health,
    progress: isMember ? node.progress : null,
    lost_at: timestampOrNull(node.lostAt),
    samples: node.samples,
    cores: node.cores,
    sandbox: node.sandbox,
    sandbox_notes: isMember ? [...node.sandboxNotes] : [],
    memory_bytes: node.memoryBytes,
    cpu_mean: vitals && round(vitals.cpuMean),
    cpu_max: vitals && round(vitals.cpuMax),
    is_overloaded: node.isOverloaded,
    memory_used_max: vitals?.memoryMaxBytes ?? null,
    clock_offset_ms: vitals && round(vitals.clockOffsetMs),
  };
}

function recentResource(
  recent: RecentFigures,
  startS: number,
  times: SampleKind,
  isMember: boolean,
): RunViewResource['recent'] {
  const { fromS, toS, total, users } = recent;
  return { from: fromS - startS, to: toS - startS, total: figuresResource(total, times, isMember), users };
}

export function labelsResource(
  page: LabelsPage,
  query: { page: number; pageSize: number; times?: SampleKind | undefined },
  names: LabelNames,
  hrefOf: (page: number) => string,
): LabelsResource {
  const hasNext = query.page * query.pageSize < page.total;
  return {
    _links: {
      self: { href: hrefOf(query.page) },
      ...(hasNext ? { next: { href: hrefOf(query.page + 1) } } : {}),
    },
    range: rangeResource(page.range),
    total: page.total,
    page: query.page,
    page_size: query.pageSize,
    spark: { from: page.spark.startS - page.range.startS, step: page.spark.stepS },
    labels: page.labels.map(({ figures, sparkP95, sparkFailed }) => ({
      ...figuresResource(figures, query.times, names.areExact),
      label: names.nameOf(figures.label),
      spark_p95: sparkP95,
      spark_failed: sparkFailed,
    })),
  };
}

export function chartsResource(charts: Charts, label: string | undefined, self: string): ChartsResource {
  return {
    _links: { self: { href: self } },
    range: rangeResource(charts.range),
    label: label ?? null,
    step: charts.stepS,
    cursor: charts.cursor,
    columns: columnsResource(charts.columns, charts.range.startS),
  };
}

export function columnsResource(columns: ChartColumns, startS: number): ChartColumnsResource {
  const { timeS, ...values } = columns;
  const { failures4xx, failures5xx, failuresOfChecks, failuresOther, ...other } = values;
  const { codes2xx, codes3xx, codes4xx, codes5xx, codesOther, codesUnknown, ...more } = other;
  const { firstByte, bytesIn, bytesOut, ...same } = more;
  return {
    ...same,
    time: timeS.map((second) => second - startS),
    failures_4xx: failures4xx,
    failures_5xx: failures5xx,
    failures_of_checks: failuresOfChecks,
    failures_other: failuresOther,
    codes_2xx: codes2xx,
    codes_3xx: codes3xx,
    codes_4xx: codes4xx,
    codes_5xx: codes5xx,
    codes_other: codesOther,
    codes_unknown: codesUnknown,
    first_byte: firstByte,
    bytes_in: bytesIn,
    bytes_out: bytesOut,
  };
}

export function heatmapResource(heat: Heat, label: string | undefined, self: string): HeatmapResource {
  const { boundsMs, timeS, counts, max } = heat.heatmap;
  return {
    _links: { self: { href: self } },
    range: rangeResource(heat.range),
    label: label ?? null,
    step: heat.stepS,
    bounds: boundsMs,
    time: timeS.map((second) => second - heat.range.startS),
    counts,
    max,
  };
}

function rangeResource({ startS, fromS, toS, isWhole }: RunRange): RangeResource {
  return { start: startS, from: fromS - startS, to: toS - startS, is_whole: isWhole };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

import { mapValues } from '../../contract/records.ts';
import type {
  ArchiveListResource,
  RunListResource,
  RunResource,
  WebhookResource,
} from '../../contract/resources/run.ts';
import { numberSettings, textSettings } from '../../contract/run-settings.ts';
import type { Run } from '../../domain/run.ts';
import type { RunFilter, RunSort } from '../../domain/run-filter.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import { notYetJudged } from '../../domain/threshold-words.ts';
import { shortGridName } from '../../grids/grid-name.ts';
import type { LabelFigures } from '../../metrics/figures.ts';
import { remoteErrorsOf } from '../../runs/remote-errors.ts';
import type { RunView } from '../../runs/runs.ts';
import { finalVerdict } from '../../runs/verdict.ts';
import { abortResource } from './abort.ts';
import { generatorResource } from './generator.ts';
import { gridResource } from './grid.ts';
import { type Addresses, link, timestamp, timestampOrNull, withQuery } from './links.ts';
import { moneyOrNull } from './money.ts';
import { runImportResource } from './run-import.ts';
import { testOfRun } from './test-of-run.ts';
import { verdictResource } from './verdict.ts';

/** A run with the keys of all its formats, wherever it appears. */
export function runResource(view: RunView, addresses: Addresses, kind: SampleKind = 'passed'): RunResource {
  const { run, figures, status } = view;
  const self = `/runs/${run.id}`;
  const isRunFinished = status === 'finished';
  const verdict = finalVerdict(view);
  const remoteErrors = remoteErrorsOf(view);
  return {
    _links: {
      self: link(self),
      report: link(`${self}/report`),
      series: link(`${self}/series`),
      archives: link(`${self}/archives`),
    },
    uuid: run.id,
    batch_id: run.batchId,
    apdex: figures?.apdex ?? null,
    tool: run.toolRequested,
    engine: run.engine,
    engine_requested: run.engineRequested,
    engine_reasons: run.engineReasons,
    ...(view.generator && { generator: generatorResource(view.generator) }),
    name: run.name,
    notes: run.notes,
    ...mapValues(numberSettings, ({ property }) => run[property]),
    tag_list: run.tags,
    status,
    permalink: permalinkOf(run.id, addresses),
    remote_errors: remoteErrors.length === 0 ? null : remoteErrors,
    warnings: run.warnings,
    started: timestampOrNull(run.startedAt),
    stopped: timestampOrNull(run.stoppedAt),
    created: timestamp(run.createdAt),
    started_by: run.startedBy,
    project: run.project.name,
    privacy: run.privacy,
    error_rate: figures === null ? null : wholePercent(figures.errorRatePercent),
    response_time: figures === null ? null : Math.round(figures.meanResponseTimeMs),
    figures: figures?.total ? figuresOf(figures.total, kind) : null,
    node_minutes: view.usage.nodeMinutes,
    cost: moneyOrNull(view.usage.cost),
    fail_if: run.failIf,
    passed: run.passed,
    abort_if: run.abortIf,
    aborted: run.aborted && abortResource(run.aborted),
    verdict: verdict && verdictResource(verdict),
    thresholds: run.thresholds ?? run.failIf.map(notYetJudged),
    phase: run.phase,
    progress: view.progress,
    live_control: liveControlResource(run),
    ...mapValues(textSettings, ({ property }) => run[property]),
    secrets: run.secretNames,
    imported: run.imported && runImportResource(run.imported),
    webhook: run.isWebhookOn,
    repeat_of: run.repeatOf,
    ...testOfRun(run),
    _embedded: {
      grids: view.grids.map((grid) => gridResource(grid, addresses, { isRunFinished })),
      files: view.files.map((file) => ({
        uuid: file.id,
        name: file.name,
        href: `${addresses.origin}${self}/files/${file.id}`,
        size: file.sizeBytes,
      })),
      run_files: view.files.map((file) => ({ uuid: file.id, name: file.name })),
      results: view.grids.map(({ grid }) => ({
        name: shortGridName(grid.name),
        region: grid.region,
        href: `${addresses.origin}${self}/result.csv?grid_id=${grid.id}`,
      })),
      archives: archivesOf(view, addresses),
    },
  };
}

export function liveControlResource({ liveControl }: Run): RunResource['live_control'] {
  return liveControl && { users: liveControl.users, paused: liveControl.isPaused };
}

export function runListResource(
  list: { total: number; pageSize: number; runs: RunView[] },
  page: number,
  addresses: Addresses,
  filter: RunFilter & { times?: SampleKind; sort?: RunSort } = {},
): RunListResource {
  const at = (number?: number) => link(withQuery('/runs', { ...filter, page: number }));
  const last = Math.max(1, Math.ceil(list.total / list.pageSize));
  return {
    _links: {
      self: at(page === 1 ? undefined : page),
      ...(page < last ? { next: at(page + 1) } : {}),
      last: at(last),
    },
    total: list.total,
    _embedded: { runs: list.runs.map((view) => runResource(view, addresses, filter.times)) },
  };
}

export function archiveListResource(view: RunView, addresses: Addresses): ArchiveListResource {
  const self = `/runs/${view.run.id}`;
  return {
    _links: { self: link(`${self}/archives`), run: link(self) },
    _embedded: { archives: archivesOf(view, addresses) },
  };
}

export function webhookResource(view: RunView, addresses: Addresses): WebhookResource {
  return {
    _links: { self: link(`/runs/${view.run.id}`) },
    uuid: view.run.id,
    status: view.status,
    permalink: permalinkOf(view.run.id, addresses),
  };
}

function figuresOf(total: LabelFigures, kind: SampleKind): RunResource['figures'] {
  const { passed, failed, times } = total;
  const p = (percentile: string) => times[kind]?.percentilesMs[percentile] ?? null;
  return {
    samples: passed + failed,
    failed,
    error_rate: (failed * 100) / (passed + failed),
    throughput: total.requestsPerMinute / 60,
    p50: p('50'),
    p95: p('95'),
    p99: p('99'),
  };
}

function permalinkOf(runId: string, addresses: Addresses): string {
  return `${addresses.permalinkBase}/${runId}`;
}

function archivesOf(view: RunView, addresses: Addresses): { href: string; size: number }[] {
  return view.archives.map((archive) => ({
    href: `${addresses.origin}/${archive.key}.tar.gz`,
    size: archive.sizeBytes,
  }));
}

/** Rounded up, so that one failure in a thousand still fails a build; the subtraction removes floating-point errors. */
function wholePercent(percent: number): number {
  return percent > 0 ? Math.max(1, Math.ceil(percent - 1e-9)) : 0;
}

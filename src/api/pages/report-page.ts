import { Readable } from 'node:stream';
import type { ReportPage } from '../../contract/report-page.ts';
import type { RunViewResource } from '../../contract/resources/view.ts';
import type { Annotation } from '../../domain/annotation.ts';
import { sampleKinds } from '../../domain/sample-kind.ts';
import type { TargetMetric } from '../../domain/target-metrics.ts';
import { type LabelNames, labelNamesFor } from '../../runs/label-names.ts';
import type { Charts, LabelsPage } from '../../runs/run-views.ts';
import type { NodeLog } from '../../runs/runs.ts';
import type { Exchange } from '../exchange.ts';
import { annotationResource } from '../hal/annotation.ts';
import { logsResource } from '../hal/log.ts';
import { targetMetricsResource } from '../hal/target-metrics.ts';
import { chartsResource, labelsResource } from '../hal/view.ts';
import { viewOf } from '../resources/run-views.ts';
import type { Answer, Route } from '../route.ts';
import { timesQuerySchema } from '../schemas/times.ts';
import { type VisibleRun, visibleRun } from '../visible-run.ts';

const contentType = 'text/html; charset=utf-8';
/** Labels with sparklines; all others have figures only. */
const maxSparks = 100;

export const reportPageRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/:runId/report.html',
    summary: 'Report as a self-contained HTML file; public runs need no token',
    changesState: false,
    query: timesQuerySchema,
    success: { status: 200, contentType },
    handle: sendHtml,
  },
  {
    method: 'GET',
    path: '/runs/:runId/report.pdf',
    summary: 'Report as PDF; requires Chromium on the machine of the service',
    changesState: false,
    query: timesQuerySchema,
    success: { status: 200, contentType: 'application/pdf' },
    handle: sendPdf,
  },
];

async function sendHtml(exchange: Exchange): Promise<Answer> {
  const run = await visibleRun(exchange);
  const headers = {
    'content-security-policy': 'sandbox',
    ...asFile(run, 'html'),
  };
  return { status: 200, headers, contentType, text: await renderRun(exchange, run) };
}

async function sendPdf(exchange: Exchange): Promise<Answer> {
  const run = await visibleRun(exchange);
  const pdf = await exchange.deps.pdf.print(await renderRun(exchange, run));
  const headers = { ...asFile(run, 'pdf'), 'content-length': String(pdf.length) };
  return { status: 200, headers, contentType: 'application/pdf', open: () => Readable.from([pdf]) };
}

function asFile({ view }: VisibleRun, extension: string): Record<string, string> {
  return { 'content-disposition': `attachment; filename="${view.run.id}.${extension}"` };
}

/** The report as HTML. */
async function renderRun(exchange: Exchange, run: VisibleRun): Promise<string> {
  const { times } = exchange.query(timesQuerySchema);
  const { runs, views, renderReport } = exchange.deps;
  const view = await viewOf(exchange, run, { times });
  const page = reportPage({
    view,
    names: await labelNamesFor(views, run),
    labels: await views.labels(run.view, {
      times: view.times,
      sort: 'samples',
      isDescending: true,
      page: 1,
      pageSize: Number.MAX_SAFE_INTEGER,
      maxSparks,
    }),
    charts: await views.charts(run.view, { times: view.times }),
    annotations: run.isMember ? await exchange.deps.annotations.ofRun(run.view.run) : [],
    targetMetrics: run.isMember ? await exchange.deps.targetMetrics.ofRun(run.view.run.id) : [],
    logs: run.isMember ? await runs.logs(run.view) : [],
  });
  return renderReport(page);
}

export interface ReportPageInput {
  view: RunViewResource;
  names: LabelNames;
  labels: LabelsPage;
  charts: Charts;
  annotations: readonly Annotation[];
  targetMetrics: readonly TargetMetric[];
  logs: readonly NodeLog[];
}

export function reportPage(input: ReportPageInput): ReportPage {
  const { view, names, labels, charts, annotations, targetMetrics, logs } = input;
  const rowsOf = (page: LabelsPage, times: RunViewResource['times']) =>
    labelsResource(page, { page: 1, pageSize: page.total, times }, names, () => view._links.labels.href)
      .labels;
  // Labels without failures have the same times for passed and all samples.
  const failing = { ...labels, labels: labels.labels.filter(({ figures }) => figures.failed > 0) };
  const others = failing.labels.length === 0 ? [] : sampleKinds.filter((kind) => kind !== view.times);
  return {
    view,
    labels: rowsOf(labels, view.times),
    otherLabels: others.map((times) => ({ times, labels: rowsOf(failing, times) })),
    charts: chartsResource(charts, undefined, view._links.charts.href),
    annotations: annotations.map(annotationResource),
    targetMetrics: targetMetricsResource('', targetMetrics).metrics,
    logs: logsResource(
      view.uuid,
      logs.filter(({ lines }) => view.access.is_member && lines.length > 0),
    ).logs,
  };
}

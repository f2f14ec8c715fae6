import { Readable } from 'node:stream';
import Type from 'typebox';
import { errorSampleListSchema } from '../../contract/resources/error-sample.ts';
import { logsSchema } from '../../contract/resources/log.ts';
import { reportSchema, resultRowSchema, seriesSchema } from '../../contract/resources/report.ts';
import { archiveListSchema } from '../../contract/resources/run.ts';
import type { ErrorDetail } from '../../domain/errors.ts';
import type { RunView, SeriesQuery } from '../../runs/runs.ts';
import { notFound } from '../error-response.ts';
import type { Exchange } from '../exchange.ts';
import { errorSampleListResource } from '../hal/error-sample.ts';
import { logsResource } from '../hal/log.ts';
import { reportResource, seriesResource } from '../hal/report.ts';
import { archiveListResource } from '../hal/run.ts';
import { prefersJson } from '../negotiation.ts';
import { invalid } from '../params/grid-spec.ts';
import { readThresholds } from '../params/thresholds.ts';
import { formatResults, type ResultsFormat } from '../results-format.ts';
import { type Answer, ok, type Route } from '../route.ts';
import { resultsQuerySchema, seriesQuerySchema } from '../schemas/queries.ts';
import { reportQuerySchema } from '../schemas/thresholds.ts';
import { errorSamplesQuerySchema } from '../schemas/views.ts';
import { storedFileAnswer } from '../stored-file.ts';

const csvType = 'text/csv; charset=utf-8';
const reading = { method: 'GET', changesState: false } as const;
const jsonRows = { status: 200, schema: Type.Array(resultRowSchema) };
const csvRows = { status: 200, contentType: csvType };

export const runResultRoutes: Route[] = [
  {
    ...reading,
    path: '/runs/:runId/report',
    summary: 'Report of an active or finished run; fail_if[] evaluates other thresholds',
    query: reportQuerySchema,
    success: { status: 200, schema: reportSchema },
    handle: getReport,
  },
  {
    ...reading,
    path: '/runs/:runId/logs',
    summary: 'Last log lines of the tool on each node, live',
    success: { status: 200, schema: logsSchema },
    handle: async (exchange) => {
      const view = await viewOf(exchange);
      return ok(logsResource(view.run.id, await exchange.deps.runs.logs(view)));
    },
  },
  {
    ...reading,
    path: '/runs/:runId/error-samples',
    summary: 'Requests and responses of the first failures of each label and error',
    query: errorSamplesQuerySchema,
    success: { status: 200, schema: errorSampleListSchema },
    handle: async (exchange) => {
      const filter = exchange.query(errorSamplesQuerySchema);
      const view = await viewOf(exchange);
      return ok(errorSampleListResource(view, await exchange.deps.runs.errorSamples(view, filter), filter));
    },
  },
  {
    ...reading,
    path: '/runs/:runId/series',
    summary: 'Time series of a run',
    query: seriesQuerySchema,
    success: { status: 200, schema: seriesSchema },
    handle: getSeries,
  },
  ...['/result.csv', '/results.csv'].map(
    (path): Route => ({
      ...reading,
      path: `/runs/:runId${path}`,
      summary: 'Results as CSV',
      query: resultsQuerySchema,
      success: csvRows,
      handle: (exchange) => resultsAnswer(exchange, 'csv'),
    }),
  ),
  ...['/result', '/result.json', '/results.json'].map(
    (path): Route => ({
      ...reading,
      path: `/runs/:runId${path}`,
      summary: 'Results as JSON',
      query: resultsQuerySchema,
      success: jsonRows,
      handle: (exchange) => resultsAnswer(exchange, 'json'),
    }),
  ),
  {
    ...reading,
    path: '/runs/:runId/results',
    summary: 'Results as CSV, or as JSON if preferred by the Accept header',
    query: resultsQuerySchema,
    success: csvRows,
    handle: (exchange) =>
      resultsAnswer(exchange, prefersJson(exchange.request.headers.accept) ? 'json' : 'csv'),
  },
  {
    ...reading,
    path: '/runs/:runId/archives',
    summary: 'List archives of a run',
    success: { status: 200, schema: archiveListSchema },
    handle: async (exchange) => ok(archiveListResource(await viewOf(exchange), exchange.addresses)),
  },
  {
    ...reading,
    path: '/runs/:runId/files/:fileId',
    summary: 'Download an uploaded file',
    success: { status: 200, contentType: 'application/octet-stream' },
    handle: async (exchange) => {
      const file = await exchange.deps.runs.openFile(await viewOf(exchange), exchange.param('fileId'));
      const { range } = exchange.request.headers;
      return storedFileAnswer(file, { range, contentType: 'application/octet-stream' });
    },
  },
];

async function getReport(exchange: Exchange): Promise<Answer> {
  const problems: ErrorDetail[] = [];
  const { fail_if: failIf, times } = exchange.query(reportQuerySchema);
  const expressions = readThresholds(failIf, 'fail_if[]', problems);
  if (problems.length > 0) throw invalid(problems);
  const view = await viewOf(exchange);
  const { runs } = exchange.deps;
  const [report, reconciliation, thresholds] = await Promise.all([
    runs.report(view),
    runs.reconciliation(view),
    runs.judge(view, expressions),
  ]);
  return ok(reportResource(view, report, reconciliation, thresholds, times));
}

async function getSeries(exchange: Exchange): Promise<Answer> {
  const query = exchange.query(seriesQuerySchema);
  const resolutionS = (query.resolution ?? 15) as SeriesQuery['resolutionS'];
  const view = await viewOf(exchange);
  if (query.grid_id !== undefined) requireGrid(view, query.grid_id);
  const points = await exchange.deps.runs.series(view, {
    resolutionS,
    ...(query.from === undefined ? {} : { fromS: query.from }),
    ...(query.to === undefined ? {} : { toS: query.to }),
    ...(query.grid_id === undefined ? {} : { gridId: query.grid_id }),
    ...(query.label === undefined ? {} : { label: query.label }),
    ...(query.times === undefined ? {} : { times: query.times }),
  });
  return ok(seriesResource(view.run.id, resolutionS, points));
}

async function resultsAnswer(exchange: Exchange, kind: 'csv' | 'json'): Promise<Answer> {
  const { grid_id: gridId, format = 'v2' } = exchange.query(resultsQuerySchema);
  const view = await viewOf(exchange);
  if (gridId !== undefined) requireGrid(view, gridId);
  if (view.status === 'queued') {
    throw notFound(`Run ${view.run.id} has not started and has no results yet.`);
  }
  const resultsFormat: ResultsFormat = kind === 'json' ? 'json' : format;
  const name = `${view.run.id}.${kind}`;
  const headers: Record<string, string> =
    kind === 'csv' ? { 'content-disposition': `attachment; filename="${name}"` } : {};
  const contentType = kind === 'csv' ? csvType : exchange.jsonType;
  if (exchange.request.method === 'HEAD') return { status: 200, headers, text: '', contentType };

  const shape = resultsFormat === 'v3' ? 'later' : 'documented';
  const rows = exchange.deps.runs.results(view, gridId, shape);
  const chunks = formatResults(rows, view, resultsFormat, exchange.dialect);
  // The first chunk is created before the headers are sent, so that early failures become error responses.
  const first = await chunks.next();
  return { status: 200, headers, contentType, open: () => Readable.from(rejoin(first, chunks)) };
}

async function* rejoin(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string, void> {
  if (!first.done) yield first.value;
  yield* rest;
}

function viewOf(exchange: Exchange): Promise<RunView> {
  return exchange.deps.runs.get(exchange.actor, exchange.param('runId'));
}

function requireGrid(view: RunView, gridId: string): void {
  if (view.grids.some(({ grid }) => grid.id === gridId)) return;
  throw notFound(`Run ${view.run.id} did not use grid ${gridId}.`);
}

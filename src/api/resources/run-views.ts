import {
  chartsSchema,
  type ExportResource,
  errorsSchema,
  exportSchema,
  heatmapSchema,
  labelsSchema,
  runViewSchema,
} from '../../contract/resources/view.ts';
import { type LabelNames, labelNamesFor } from '../../runs/label-names.ts';
import type { RangeQuery } from '../../runs/run-range.ts';
import type { LabelSort, LabelsQuery } from '../../runs/run-views.ts';
import { runAccess } from '../access-rules.ts';
import { notFound } from '../error-response.ts';
import type { Exchange } from '../exchange.ts';
import {
  chartsResource,
  errorsResource,
  heatmapResource,
  labelsResource,
  runViewResource,
  type ViewAccess,
  type ViewAddresses,
} from '../hal/view.ts';
import { type Answer, ok, type Route } from '../route.ts';
import { timesQuerySchema } from '../schemas/times.ts';
import { chartQuerySchema, labelsQuerySchema, rangeQuerySchema } from '../schemas/views.ts';
import { type VisibleRun, visibleRun } from '../visible-run.ts';

const reading = { method: 'GET', changesState: false } as const;
/** Maximum number of labels in the exported document. */
const maxExportedLabels = 2_000;

export const runViewRoutes: Route[] = [
  {
    ...reading,
    path: '/runs/:runId/view',
    summary: 'Data of the run page, for the whole run or a range; public runs need no token',
    query: rangeQuerySchema,
    success: { status: 200, schema: runViewSchema },
    handle: async (exchange) => {
      const query = exchange.query(rangeQuerySchema);
      return ok(await viewOf(exchange, await visibleRun(exchange), query));
    },
  },
  {
    ...reading,
    path: '/runs/:runId/labels',
    summary: 'Figures per label, searched, sorted and paged; public runs need no token',
    query: labelsQuerySchema,
    success: { status: 200, schema: labelsSchema },
    handle: async (exchange) => {
      const asked = exchange.query(labelsQuerySchema);
      const {
        sort = '-samples',
        page = 1,
        page_size: pageSize = 100,
        from,
        to,
        times,
        label,
        search,
      } = asked;
      const run = await visibleRun(exchange);
      const names = await labelNamesFor(exchange.deps.views, run);
      const query: LabelsQuery = {
        from,
        to,
        times,
        label: labelOf(names, label),
        search,
        nameOf: run.isMember ? undefined : names.nameOf,
        page,
        pageSize,
        ...sortOf(sort),
      };
      const found = await exchange.deps.views.labels(run.view, query);
      const hrefOf = (number: number) => hrefWith(exchange, 'labels', { page: String(number) });
      return ok(labelsResource(found, query, names, hrefOf));
    },
  },
  {
    ...reading,
    path: '/runs/:runId/errors',
    summary: 'Errors by code and message, of one label or of all; public runs need no token',
    query: chartQuerySchema,
    success: { status: 200, schema: errorsSchema },
    handle: async (exchange) => {
      const query = exchange.query(chartQuerySchema);
      const { view, isMember, label } = await runAndLabel(exchange, query.label);
      const found = await exchange.deps.views.errors(view, { ...query, label });
      return ok(errorsResource(found, query.label, isMember, hrefWith(exchange, 'errors')));
    },
  },
  {
    ...reading,
    path: '/runs/:runId/charts',
    summary:
      'Time series for charts, at most 1,200 intervals of 1 s, 15 s, 5 min or more; public runs need no token',
    query: chartQuerySchema,
    success: { status: 200, schema: chartsSchema },
    handle: async (exchange) => {
      const query = exchange.query(chartQuerySchema);
      const { view, label } = await runAndLabel(exchange, query.label);
      const charts = await exchange.deps.views.charts(view, { ...query, label });
      return ok(chartsResource(charts, query.label, hrefWith(exchange, 'charts')));
    },
  },
  {
    ...reading,
    path: '/runs/:runId/heatmap',
    summary: 'Heat map of response times; public runs need no token',
    query: chartQuerySchema,
    success: { status: 200, schema: heatmapSchema },
    handle: async (exchange) => {
      const query = exchange.query(chartQuerySchema);
      const { view, label } = await runAndLabel(exchange, query.label);
      const heat = await exchange.deps.views.heatmap(view, { ...query, label });
      return ok(heatmapResource(heat, query.label, hrefWith(exchange, 'heatmap')));
    },
  },
  {
    ...reading,
    path: '/runs/:runId/report.json',
    summary: 'Complete report of a run as one JSON document',
    query: timesQuerySchema,
    success: { status: 200, schema: exportSchema },
    handle: exportRun,
  },
];

/** The run and the label selected by the caller. */
export async function runAndLabel(
  exchange: Exchange,
  name: string | undefined,
): Promise<VisibleRun & { label: string | undefined }> {
  const run = await visibleRun(exchange);
  if (name === undefined) return { ...run, label: undefined };
  return { ...run, label: labelOf(await labelNamesFor(exchange.deps.views, run), name) };
}

function labelOf(names: LabelNames, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const label = names.labelOf(name);
  if (label === undefined) throw notFound(`The run has no label "${name}".`);
  return label;
}

/** Inputs of a view besides the run: permissions and base URLs of the caller. */
export function accessOf(
  exchange: Exchange,
  isMember: boolean,
): { access: ViewAccess; addresses: ViewAddresses } {
  return {
    access: { isMember, mayChange: isMember && exchange.may(runAccess) },
    addresses: {
      origin: exchange.addresses.origin,
      prefix: exchange.prefix,
      hasPdf: exchange.deps.pdf.isAvailable,
    },
  };
}

export async function viewOf(exchange: Exchange, { view, isMember }: VisibleRun, range: RangeQuery) {
  const page = await exchange.deps.views.page(view, range);
  const { access, addresses } = accessOf(exchange, isMember);
  return runViewResource(view, page, access, addresses, new Date(), range.times);
}

async function exportRun(exchange: Exchange): Promise<Answer> {
  const { times } = exchange.query(timesQuerySchema);
  const run = await visibleRun(exchange);
  const { views } = exchange.deps;
  const names = await labelNamesFor(views, run);
  const query: LabelsQuery = {
    sort: 'samples',
    isDescending: true,
    page: 1,
    pageSize: maxExportedLabels,
    times,
  };
  const json: ExportResource = {
    format: 'spate-report-1',
    view: await viewOf(exchange, run, { times }),
    labels: labelsResource(await views.labels(run.view, query), query, names, () =>
      hrefWith(exchange, 'labels'),
    ),
    charts: chartsResource(await views.charts(run.view, { times }), undefined, hrefWith(exchange, 'charts')),
    heatmap: heatmapResource(
      await views.heatmap(run.view, { times }),
      undefined,
      hrefWith(exchange, 'heatmap'),
    ),
  };
  const name = `${run.view.run.id}.json`;
  return { status: 200, json, headers: { 'content-disposition': `attachment; filename="${name}"` } };
}

function sortOf(sort: string): { sort: LabelSort; isDescending: boolean } {
  const isDescending = sort.startsWith('-');
  return { sort: (isDescending ? sort.slice(1) : sort) as LabelSort, isDescending };
}

/** The requested URL with some parameters changed. */
function hrefWith(exchange: Exchange, what: string, change: Record<string, string> = {}): string {
  const query = new URLSearchParams(exchange.rawQuery);
  query.delete('auth_token');
  for (const [name, value] of Object.entries(change)) query.set(name, value);
  const text = query.size === 0 ? '' : `?${query}`;
  return `${exchange.prefix}/runs/${exchange.param('runId')}/${what}${text}`;
}

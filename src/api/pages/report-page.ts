import type { Exchange } from '../exchange.ts';
import type { Answer, Route } from '../route.ts';
import { timesQuerySchema } from '../schemas/times.ts';
import { visibleRun } from '../visible-run.ts';
import { offlineDocument } from './layout.ts';
import { readSeries } from './read-series.ts';
import { runPage } from './run-page.ts';

const contentType = 'text/html; charset=utf-8';

export const reportPageRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/:runId/report.html',
    summary: 'Report as a self-contained HTML file; public runs need no token',
    changesState: false,
    query: timesQuerySchema,
    success: { status: 200, contentType },
    handle: sendReport,
  },
];

async function sendReport(exchange: Exchange): Promise<Answer> {
  const { times } = exchange.query(timesQuerySchema);
  const { view, isMember } = await visibleRun(exchange);
  const { runs, views } = exchange.deps;
  const now = new Date();
  const page = await views.page(view, {});
  const series = await readSeries(runs, view, page.report, now, times);
  const logs = isMember ? await runs.logs(view) : [];
  const body = runPage({ view, page, series, logs, isMember, now, times });
  const headers = {
    'content-security-policy': 'sandbox',
    'content-disposition': `attachment; filename="${view.run.id}.html"`,
  };
  return { status: 200, headers, contentType, text: offlineDocument(view.run.name ?? view.run.id, body) };
}

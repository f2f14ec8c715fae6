import type { RunView } from '../../runs/runs.ts';
import { durationOfMs, percentOf, utc, whole } from './figures.ts';
import { type Html, html } from './html.ts';
import { type Column, table } from './table.ts';

const columns: Column[] = [
  { name: 'Run', kind: 'name' },
  { name: 'Status', kind: 'name' },
  { name: 'Errors' },
  { name: 'Mean' },
  { name: 'Lasted' },
  { name: 'Tool', kind: 'name' },
  { name: 'Project', kind: 'name' },
  { name: 'Created' },
];

/** The plain list of runs, newest first. */
export function listPage(
  list: { total: number; pageSize: number; runs: RunView[] },
  page: number,
  origin: string,
): Html {
  if (list.total === 0) return emptyPage(origin);
  const hasNext = page * list.pageSize < list.total;
  return html`<h1>Runs</h1>
<p class="soft">${whole(list.total)} in all, newest first.</p>
${table('Runs', columns, list.runs.map(row))}
<p>${page > 1 ? html`<a href="/app?page=${page - 1}">Newer runs</a> ` : ''}${hasNext ? html`<a href="/app?page=${page + 1}">Older runs</a>` : ''}</p>`;
}

function row({ run, status, figures }: RunView): Html {
  const errors = figures === null ? '' : percentOf(figures.errorRatePercent, 100);
  const mean = figures === null || figures.apdex === null ? '' : durationOfMs(figures.meanResponseTimeMs);
  const lasted =
    run.startedAt && run.stoppedAt ? durationOfMs(run.stoppedAt.getTime() - run.startedAt.getTime()) : '';
  const name = run.name ?? html`<span class="id">${run.id}</span>`;
  return html`<tr><td class="name"><a href="/app/runs/${run.id}">${name}</a></td><td class="name">${statusOf(run, status, figures)}</td><td>${errors}</td><td>${mean}</td><td>${lasted}</td><td class="name">${run.toolRequested}</td><td class="name">${run.project.name}</td><td>${utc(run.createdAt)}</td></tr>
`;
}

function statusOf(run: RunView['run'], status: RunView['status'], figures: RunView['figures']): Html {
  if (status === 'queued') return html`◌ queued`;
  if (status === 'running') return html`● running`;
  if (run.remoteErrors.length > 0) return html`<span class="bad">✕ finished, errors on the nodes</span>`;
  if (figures === null || figures.apdex === null)
    return html`<span class="doubt">△ finished, no samples</span>`;
  return figures.errorRatePercent > 0
    ? html`<span class="bad">✕ finished, samples failed</span>`
    : html`<span class="good">✓ finished</span>`;
}

function emptyPage(origin: string): Html {
  return html`<h1>No runs yet</h1>
<p>Start the first one:</p>
<pre>curl --cacert ca.pem -u "$TOKEN:" -F 'run[tool]=jmeter' -F 'run_files[]=@plan.jmx' ${origin}/runs</pre>
<p class="soft"><code>ca.pem</code> and the first token lie in the service's data folder. With a certificate of your own, leave <code>--cacert</code> out.</p>`;
}

import type { RunView } from '../../runs/runs.ts';
import { durationOfMs, utc } from './figures.ts';
import { type Html, html } from './html.ts';

/** The plain list of runs, newest first. */
export function listPage(
  list: { total: number; pageSize: number; runs: RunView[] },
  page: number,
  origin: string,
): Html {
  if (list.total === 0) return emptyPage(origin);
  const hasNext = page * list.pageSize < list.total;
  return html`<h1>Runs</h1>
<div class="table"><table>
<thead><tr><th class="name">Run</th><th class="name">Status</th><th class="name">Tool</th><th class="name">Project</th><th>Errors</th><th>Mean</th><th>Created</th></tr></thead>
<tbody>${list.runs.map(row)}</tbody>
</table></div>
<p>${page > 1 ? html`<a href="/app?page=${page - 1}">Newer runs</a> ` : ''}${hasNext ? html`<a href="/app?page=${page + 1}">Older runs</a>` : ''}</p>`;
}

function row({ run, status, figures }: RunView): Html {
  const errors = figures === null ? '' : `${Math.ceil(figures.errorRatePercent)} %`;
  const mean = figures === null ? '' : durationOfMs(figures.meanResponseTimeMs);
  return html`<tr><td class="name"><a href="/app/runs/${run.id}">${run.name ?? run.id}</a></td><td class="name">${status}</td><td class="name">${run.toolRequested}</td><td class="name">${run.project.name}</td><td>${errors}</td><td>${mean}</td><td>${utc(run.createdAt)}</td></tr>
`;
}

function emptyPage(origin: string): Html {
  return html`<h1>No runs yet</h1>
<p>Start the first one:</p>
<pre>curl -u $TOKEN: -F 'run[tool]=jmeter' -F 'run_files[]=@plan.jmx' ${origin}/runs</pre>`;
}

import type { ErrorFigures, LabelFigures, Report } from '../../metrics/report.ts';
import type { RunView } from '../../runs/runs.ts';
import { bytes, durationOfMs, percentOf, threeDigits, utc, whole } from './figures.ts';
import { Html, html } from './html.ts';

/** Percentiles of fewer samples than this are marked as weak. */
const fewSamples = 100;

export interface RunPageInput {
  view: RunView;
  report: Report;
  /** True for people of the account; others see neither files, archives, nodes nor what the tool wrote. */
  isMember: boolean;
  origin: string;
}

/** The page of one run: the verdict in words first, then figures, labels, what failed, and where it ran. */
export function runPage({ view, report, isMember, origin }: RunPageInput): Html {
  const { run } = view;
  const started = run.startedAt ? html`, started ${utc(run.startedAt)}` : '';
  const stopped = run.stoppedAt ? html`, stopped ${utc(run.stoppedAt)}` : '';
  return html`<h1>${run.name ?? `Run ${run.id}`}</h1>
<p class="soft">${run.toolRequested} · ${run.project.name} · <span class="id">${run.id}</span>${started}${stopped}</p>
${verdict(view, report)}
${remoteErrors(view, isMember)}
${(isMember ? run.warnings : []).map((warning) => html`<p class="doubt">△ ${warning}</p>`)}
${strip(report)}
<p>${report.summary}</p>
${labels(report)}
${errors(report.errors, isMember)}
${isMember ? nodes(view) : ''}
${isMember ? leftovers(view, origin) : ''}`;
}

function verdict(view: RunView, report: Report): Html {
  const { passed, failed } = report.total;
  const count = passed + failed;
  const progress = view.progress ? html` ${view.progress}` : '';
  switch (view.status) {
    case 'queued':
      return html`<p class="verdict doubt">◌ Queued.${progress}</p>`;
    case 'running':
      return html`<p class="verdict doubt">● Running: ${whole(count)} samples so far, ${whole(failed)} failed.${progress}</p>`;
    case 'finished':
      if (count === 0) return html`<p class="verdict bad">✕ Finished without a single sample.</p>`;
      return failed === 0
        ? html`<p class="verdict good">✓ Finished: ${whole(count)} samples, 0 failed.</p>`
        : html`<p class="verdict bad">✕ Finished: ${whole(failed)} of ${whole(count)} samples failed (${percentOf(failed, count)}).</p>`;
  }
}

/** The sentences hold names of nodes and the tail of the log, so only people of the account read them. */
function remoteErrors(view: RunView, isMember: boolean): Html {
  const sentences = view.run.remoteErrors;
  if (sentences.length === 0) return new Html('');
  if (!isMember) return html`<p class="bad">Something went wrong on the nodes.</p>`;
  return html`<h2>What went wrong</h2>${sentences.map((sentence) => html`<pre>${sentence}</pre>`)}`;
}

function strip({ total, meanConcurrency, maxConcurrency }: Report): Html {
  const count = total.passed + total.failed;
  const note = count > 0 && count < fewSamples ? `of only ${count} samples` : 'response time';
  const cell = (name: string, value: string, small: string) =>
    html`<div><dt>${name}</dt><dd>${value}<small>${small}</small></dd></div>`;
  const percentile = (key: string) => durationOfMs(total.percentilesMs[key] ?? 0);
  return html`<dl class="strip">
${cell('Throughput', `${threeDigits(total.requestsPerMinute / 60)} /s`, `up to ${threeDigits(total.maxRequestsPerMinute / 60)} /s`)}
${cell('p50', percentile('50'), note)}
${cell('p95', percentile('95'), note)}
${cell('p99', percentile('99'), note)}
${cell('Errors', percentOf(total.failed, count), `${whole(total.failed)} of ${whole(count)}`)}
${cell('Users', threeDigits(meanConcurrency), `mean, up to ${threeDigits(maxConcurrency)}`)}
</dl>`;
}

function labels({ labels: rows }: Report): Html {
  if (rows.length === 0) return new Html('');
  return html`<h2>Labels</h2>
<div class="table"><table>
<thead><tr><th class="name">Label</th><th>Samples</th><th>Failed</th><th>Mean</th><th>p50</th><th>p90</th><th>p95</th><th>p99</th><th>Max</th><th>Per minute</th><th>Received</th></tr></thead>
<tbody>${rows.map(labelRow)}</tbody>
</table></div>`;
}

function labelRow(row: LabelFigures): Html {
  const count = row.passed + row.failed;
  const time = (key: string) => durationOfMs(row.percentilesMs[key] ?? 0);
  const failed = row.failed === 0 ? html`0` : html`<span class="bad">✕ ${whole(row.failed)}</span>`;
  return html`<tr><td class="name">${row.label}</td><td>${whole(count)}</td><td>${failed}</td><td>${durationOfMs(row.meanMs)}</td><td>${time('50')}</td><td>${time('90')}</td><td>${time('95')}</td><td>${time('99')}</td><td>${durationOfMs(row.maxMs)}</td><td>${threeDigits(row.requestsPerMinute)}</td><td>${bytes(row.bytesIn)}</td></tr>
`;
}

/** Messages may hold addresses of the target, so the public sees only codes and counts. */
function errors(rows: readonly ErrorFigures[], isMember: boolean): Html {
  if (rows.length === 0) return new Html('');
  const head = isMember ? html`<th class="name">Message</th><th class="name">First seen in</th>` : '';
  const more = (row: ErrorFigures) =>
    isMember ? html`<td class="name">${row.message}</td><td class="name">${row.example.label}</td>` : '';
  return html`<h2>Errors</h2>
<div class="table"><table>
<thead><tr><th class="name">Code</th><th>Count</th>${head}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr><td class="name">${row.code}</td><td>${whole(row.count)}</td>${more(row)}</tr>
`,
  )}</tbody>
</table></div>`;
}

function nodes(view: RunView): Html {
  const rows = view.grids.flatMap(({ grid, nodes: members }) => members.map((node) => ({ grid, node })));
  if (rows.length === 0) return new Html('');
  return html`<h2>Nodes</h2>
<div class="table"><table>
<thead><tr><th class="name">Grid</th><th class="name">Region</th><th>Node</th><th class="name">Host</th><th class="name">State</th><th class="name">Sandbox</th></tr></thead>
<tbody>${rows.map(
    ({
      grid,
      node,
    }) => html`<tr><td class="name">${grid.name}</td><td class="name">${grid.region}</td><td>${node.index}</td><td class="name">${node.info?.hostname ?? ''}</td><td class="name">${node.state}</td><td class="name">${node.info?.sandbox ?? ''}</td></tr>
`,
  )}</tbody>
</table></div>`;
}

function leftovers(view: RunView, origin: string): Html {
  const archives = view.archives.map(
    (archive, index) =>
      html`<li><a href="/${archive.key}.tar.gz">Archive ${index + 1}</a> <span class="soft">${bytes(archive.sizeBytes)}</span></li>`,
  );
  const files = view.files.map(
    (file) => html`<li>${file.name} <span class="soft">${bytes(file.sizeBytes)}</span></li>`,
  );
  return html`<h2>Files</h2>
<ul>${files}${archives}</ul>
<p class="soft">Results as CSV:</p>
<pre>curl -u $TOKEN: ${origin}/runs/${view.run.id}/result.csv</pre>`;
}

import { verdictSigns } from '../../contract/verdict-words.ts';
import { originOf } from '../../domain/grid-place.ts';
import { type SampleKind, samplesOfKind } from '../../domain/sample-kind.ts';
import { withoutHosts, withoutHostsIn } from '../../domain/without-hosts.ts';
import { shortGridName } from '../../grids/grid-name.ts';
import { durationOfMs, exactMs, percentOf, count as plural, threeDigits, whole } from '../../lib/figures.ts';
import { clock, utc } from '../../lib/moments.ts';
import type { ErrorFigures, Report } from '../../metrics/report.ts';
import type { SeriesPoint } from '../../metrics/series.ts';
import { knownKind } from '../../metrics/stored-figures.ts';
import { publicNames } from '../../runs/label-names.ts';
import type { RunPage } from '../../runs/run-views.ts';
import type { NodeLog, RunView } from '../../runs/runs.ts';
import { pageVerdict } from '../../runs/verdict.ts';
import { type ChartRange, charts } from './charts.ts';
import { engine } from './engine.ts';
import { Html, html } from './html.ts';
import { fewSamples, labelTable } from './label-table.ts';
import { logTails } from './log-tails.ts';
import { receipt } from './receipt.ts';
import { table } from './table.ts';

export interface RunPageInput {
  view: RunView;
  /** The whole run. */
  page: RunPage;
  series: { points: SeriesPoint[]; range: ChartRange };
  logs: readonly NodeLog[];
  /** Access to the account; others see no files, archives, nodes and logs. */
  isMember: boolean;
  /** Time of the data. */
  now: Date;
  /** Samples for response times. Default: passed. */
  times?: SampleKind | undefined;
}

const nothing = new Html('');

/** Static report of a run: verdict, summary, labels, errors and nodes. */
export function runPage(asked: RunPageInput): Html {
  const input = asked.isMember ? asked : { ...asked, page: publicPage(asked.page) };
  const { view, page, series, isMember } = input;
  const { report, reconciliation } = page;
  const kind = knownKind(report.total, input.times ?? 'passed');
  const { tone, sentence } = pageVerdict(view, page, isMember);
  const hasSamples = report.total.passed + report.total.failed > 0;
  return html`<h1>${view.run.name ?? 'Unnamed run'}</h1>
${facts(view, isMember)}
${engine(view, isMember)}
${isMember && view.run.notes !== null ? html`<p class="notes">${view.run.notes}</p>` : ''}
<p class="verdict ${tone}"><span aria-hidden="true">${verdictSigns[tone]}</span> ${sentence}</p>
${thresholds(view, page)}
${view.status === 'finished' ? '' : html`<p class="soft">As of ${utc(input.now)}. The run is active.</p>`}
${isMember ? problems(view) : ''}
${hasSamples ? strip(report, kind) : ''}
${hasSamples ? html`<p class="wide">${report.summary}</p>` : ''}
${charts(series.points, series.range, kind)}
${labelTable(report, kind)}
${errors(report.errors, isMember, series.range)}
${isMember ? nodes(view) : ''}
${receipt(reconciliation, isMember)}
${isMember ? logTails(input.logs) : ''}`;
}

/** Removes hosts from labels, also in thresholds. */
function publicPage(page: RunPage): RunPage {
  const { labels, errors: all } = page.report;
  const names = publicNames(labels.map(({ label }) => label));
  return {
    ...page,
    thresholds: withoutHostsIn(page.thresholds),
    report: {
      ...page.report,
      labels: labels.map((figures) => ({ ...figures, label: names.nameOf(figures.label) })),
      errors: all.map((each) => ({ ...each, code: withoutHosts(each.code) })),
    },
  };
}

function facts({ run }: RunView, isMember: boolean): Html {
  const settings = [
    run.threads === null ? null : `${whole(run.threads)} virtual users per node`,
    run.rampupS === null ? null : `ramp-up ${whole(run.rampupS)} s`,
    run.durationS === null ? null : `duration ${whole(run.durationS)} s`,
  ].filter((setting) => setting !== null);
  const on =
    run.engine === null ? [] : [run.engine === 'spate' ? "on Spate's own engine" : 'on Apache JMeter'];
  const words = [
    run.toolRequested,
    ...on,
    run.project.name,
    ...settings,
    ...run.tags.map((tag) => `#${tag}`),
  ];
  const moment = (what: string, at: Date | null) =>
    at === null ? '' : html` · ${what} <time datetime="${at.toISOString()}">${utc(at)}</time>`;
  return html`<p class="soft wide">${words.join(' · ')} · <span class="id">${run.id}</span>${run.startedAt === null ? moment('created', run.createdAt) : ''}${moment('started', run.startedAt)}${moment('stopped', run.stoppedAt)}${isMember && run.startedBy ? ` · by ${run.startedBy.name ?? run.startedBy.email}` : ''}</p>`;
}

/** Thresholds with their current results. */
function thresholds({ status }: RunView, { thresholds: all }: RunPage): Html {
  if (all.length === 0) return nothing;
  const item = ({ expression, passed, text }: RunPage['thresholds'][number]) => {
    const stands = passed === null ? 'soft' : passed ? 'good' : 'bad';
    const sign = passed === null ? '·' : passed ? '✓' : '✕';
    return html`<li><span class="${stands}">${sign}</span> <span title="Fails if ${expression}">${text}</span></li>
`;
  };
  return html`<h2>Thresholds${status === 'finished' ? '' : ' so far'}</h2>
<ul>
${all.map(item)}</ul>`;
}

/** For users of the account only: messages contain node names and log lines. */
function problems({ run: { remoteErrors, warnings } }: RunView): Html {
  const wrong =
    remoteErrors.length === 0
      ? nothing
      : html`<h2>Node errors</h2>${remoteErrors.map((sentence) => html`<pre class="wrong">${sentence}</pre>`)}`;
  return html`${wrong}${warnings.map((warning) => html`<p class="doubt">△ ${warning}</p>`)}`;
}

function strip({ total, meanConcurrency, maxConcurrency }: Report, kind: SampleKind): Html {
  const count = total.passed + total.failed;
  const timed = samplesOfKind(total, kind);
  const note =
    timed === 0
      ? `no ${kind} samples`
      : timed < fewSamples
        ? `only ${plural(timed, `${kind} sample`)}`
        : `of ${kind} samples`;
  const cell = (name: string, value: string, small: string, exact = value) =>
    html`<div title="${exact}"><dt>${name}</dt><dd>${value}<small>${small}</small></dd></div>`;
  const percentile = (key: string) => {
    const ms = total.times[kind]?.percentilesMs[key];
    return cell(`p${key}`, durationOfMs(ms), note, exactMs(ms));
  };
  return html`<dl class="strip">
${cell('Throughput', `${threeDigits(total.requestsPerMinute / 60)} /s`, `max ${threeDigits(total.maxRequestsPerMinute / 60)} /s`)}
${percentile('50')}
${percentile('95')}
${percentile('99')}
${cell('Errors', percentOf(total.failed, count), `${whole(total.failed)} of ${whole(count)}`)}
${cell('Virtual users', threeDigits(meanConcurrency), `average, max ${whole(maxConcurrency)}`, `${meanConcurrency} on average`)}
</dl>`;
}

/** Without access to the account: only codes and counts, because messages may contain target addresses. */
function errors(rows: readonly ErrorFigures[], isMember: boolean, range: ChartRange): Html {
  if (rows.length === 0) return nothing;
  const columns = [
    { name: 'Code', kind: 'name' as const },
    { name: 'Count' },
    ...(isMember
      ? [
          { name: 'Message', kind: 'text' as const },
          { name: 'First label', kind: 'name' as const },
          { name: 'First seen' },
        ]
      : []),
  ];
  const more = ({ message, example }: ErrorFigures) =>
    isMember
      ? html`<td class="text">${message}</td><td class="name">${example.label}</td><td title="${utc(new Date(example.atMs))}">+${clock(Math.max(0, example.atMs / 1000 - range.fromS))}</td>`
      : nothing;
  return html`<h2>Errors</h2>
${table(
  'Errors',
  columns,
  rows.map(
    (
      row,
    ) => html`<tr><td class="name">${row.code === '' ? 'none' : row.code}</td><td>${whole(row.count)}</td>${more(row)}</tr>
`,
  ),
)}`;
}

function nodes(view: RunView): Html {
  const rows = view.grids.flatMap(({ grid, nodes: members }) => members.map((node) => ({ grid, node })));
  if (rows.length === 0) return nothing;
  // Node state after the run is not shown.
  const isGoing = view.status !== 'finished';
  const columns = [
    { name: 'Grid', kind: 'name' as const },
    { name: 'Node' },
    { name: 'Location', kind: 'name' as const },
    { name: 'Host', kind: 'name' as const },
    { name: 'Sandbox', kind: 'name' as const },
    { name: 'Cores' },
    ...(isGoing ? [{ name: 'State', kind: 'name' as const }, { name: 'CPU' }, { name: 'Clock offset' }] : []),
  ];
  const going = (node: (typeof rows)[number]['node']) =>
    isGoing
      ? html`<td class="name">${node.state === 'lost' ? html`<span class="bad">✕ lost</span>` : node.state}</td><td>${node.vitals ? `${whole(node.vitals.cpu * 100)} %` : ''}</td><td>${node.vitals ? `${threeDigits(node.vitals.clockOffsetMs)} ms` : ''}</td>`
      : nothing;
  return html`<h2>Nodes</h2>
${table(
  'Nodes',
  columns,
  rows.map(
    ({ grid, node }) =>
      html`<tr><td class="name" title="${grid.name}">${shortGridName(grid.name)}</td><td>${node.index + 1}</td><td class="name" title="Requested region: ${grid.region}">${originOf(grid)}</td><td class="name">${node.info?.hostname ?? ''}</td><td class="name">${node.info?.sandbox ?? ''}</td><td>${node.info?.cores ?? ''}</td>${going(node)}</tr>
`,
  ),
)}`;
}

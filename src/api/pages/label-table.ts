import { type SampleKind, sampleKinds, samplesOfKind } from '../../domain/sample-kind.ts';
import { bytes, durationOfMs, exactMs, percentOf, threeDigits, whole } from '../../lib/figures.ts';
import type { LabelFigures, Report } from '../../metrics/report.ts';
import { Html, html } from './html.ts';
import { type Column, table } from './table.ts';

/** Percentiles of fewer samples are marked. */
export const fewSamples = 100;

const percentiles = ['50', '90', '95', '99'];
const columns: Column[] = [
  { name: 'Label', kind: 'name' },
  ...['Samples', 'Failed', 'Mean', ...percentiles.map((key) => `p${key}`), 'Max', 'Rate', 'Received'].map(
    (name) => ({ name }),
  ),
];

/** One row per label and a total; other sample selections are in collapsed tables. */
export function labelTable({ labels, total }: Report, kind: SampleKind): Html {
  if (labels.length === 0) return new Html('');
  const others = total.failed === 0 ? [] : sampleKinds.filter((each) => each !== kind);
  // Labels without failures have the same times for passed and all samples.
  const failing = labels.filter(({ failed }) => failed > 0);
  const isWeak = labels.some((figures) => markOf(figures, kind) !== '');
  return html`<h2>Labels</h2>
${rowsOf(labels, total, kind)}
${total.failed > 0 || kind !== 'passed' ? html`<p class="soft">Response times cover ${kind} samples.</p>` : ''}
${isWeak ? html`<p class="soft">* Percentile of fewer than ${fewSamples} samples.</p>` : ''}
${others.map((each) => html`<details><summary>Response times of ${each} samples, for labels with failures</summary>${rowsOf(failing, total, each)}</details>`)}`;
}

function rowsOf(labels: readonly LabelFigures[], total: LabelFigures, kind: SampleKind): Html {
  const foot = labels.length > 1 ? row({ ...total, label: 'All labels' }, kind) : undefined;
  const caption = kind === 'passed' ? 'Labels' : `Labels, response times of ${kind} samples`;
  return table(
    caption,
    columns,
    labels.map((figures) => row(figures, kind)),
    foot,
  );
}

function row(figures: LabelFigures, kind: SampleKind): Html {
  const { label, failed, requestsPerMinute, bytesIn } = figures;
  const times = figures.times[kind];
  const count = samplesOfKind(figures, 'all');
  const time = (ms: number | undefined, note = '') =>
    html`<td title="${exactMs(ms)}">${durationOfMs(ms)}${ms === undefined ? '' : note}</td>`;
  const failures =
    failed === 0 ? html`0` : html`<span class="bad">✕ ${whole(failed)} (${percentOf(failed, count)})</span>`;
  return html`<tr><td class="name">${label}</td><td>${whole(count)}</td><td>${failures}</td>${time(times?.meanMs)}${percentiles.map((key) => time(times?.percentilesMs[key], markOf(figures, kind)))}${time(times?.maxMs)}<td title="${requestsPerMinute} per minute">${threeDigits(requestsPerMinute)} /min</td><td title="${whole(bytesIn)} B">${bytes(bytesIn)}</td></tr>
`;
}

function markOf(figures: LabelFigures, kind: SampleKind): string {
  const samples = samplesOfKind(figures, kind);
  return samples > 0 && samples < fewSamples ? '*' : '';
}

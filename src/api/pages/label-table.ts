import { bytes, durationOfMs, exactMs, percentOf, threeDigits, whole } from '../../lib/figures.ts';
import type { LabelFigures, Report } from '../../metrics/report.ts';
import { Html, html } from './html.ts';
import { type Column, table } from './table.ts';

/** Percentiles of fewer samples than this are marked as weak. */
export const fewSamples = 100;

const percentiles = ['50', '90', '95', '99'];
const columns: Column[] = [
  { name: 'Label', kind: 'name' },
  ...['Samples', 'Failed', 'Mean', ...percentiles.map((key) => `p${key}`), 'Max', 'Rate', 'Received'].map(
    (name) => ({ name }),
  ),
];

/** One row of figures for each label, and one for all together. */
export function labelTable({ labels, total }: Report): Html {
  if (labels.length === 0) return new Html('');
  const foot = labels.length > 1 ? row({ ...total, label: 'All labels' }) : undefined;
  const isWeak = labels.some((figures) => countOf(figures) < fewSamples);
  return html`<h2>Labels</h2>
${table('Labels', columns, labels.map(row), foot)}
${isWeak ? html`<p class="soft">* Percentiles of fewer than ${fewSamples} samples say little.</p>` : ''}`;
}

function row(figures: LabelFigures): Html {
  const { label, failed, meanMs, maxMs, requestsPerMinute, bytesIn, percentilesMs } = figures;
  const count = countOf(figures);
  const mark = count < fewSamples ? '*' : '';
  const time = (ms: number, note = '') => html`<td title="${exactMs(ms)}">${durationOfMs(ms)}${note}</td>`;
  const failures =
    failed === 0 ? html`0` : html`<span class="bad">✕ ${whole(failed)} (${percentOf(failed, count)})</span>`;
  return html`<tr><td class="name">${label}</td><td>${whole(count)}</td><td>${failures}</td>${time(meanMs)}${percentiles.map((key) => time(percentilesMs[key] ?? 0, mark))}${time(maxMs)}<td title="${requestsPerMinute} per minute">${threeDigits(requestsPerMinute)} /min</td><td title="${whole(bytesIn)} B">${bytes(bytesIn)}</td></tr>
`;
}

function countOf({ passed, failed }: LabelFigures): number {
  return passed + failed;
}

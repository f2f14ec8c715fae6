import type { FiguresResource, Times } from '../../contract/resources/report.ts';
import { samplesTimed } from '../../contract/sample-kinds.ts';
import { durationOfMs, whole } from '../../lib/figures.ts';
import { renderTable } from './table.ts';

type ReportRow = Pick<FiguresResource, 'label' | 'passed' | 'failed' | 'mean' | 'max' | 'percentiles'>;

const shownPercentiles = ['50', '95', '99'];

/** Below this a percentile says little. */
const manySamples = 100;

/** The report as a table, one label a line. Percentiles of few samples have a ~ before them. */
export function renderReportTable(labels: readonly ReportRow[], times: Times = 'passed'): string {
  return renderTable(
    ['label', 'passed', 'failed', 'mean', ...shownPercentiles.map((percentile) => `p${percentile}`), 'max'],
    labels.map((row) => [
      row.label,
      whole(row.passed),
      whole(row.failed),
      durationOfMs(row.mean),
      ...shownPercentiles.map((percentile) => mark(row, times) + durationOfMs(row.percentiles[percentile])),
      durationOfMs(row.max),
    ]),
    ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
  );
}

function mark(row: ReportRow, times: Times): string {
  const samples = samplesTimed(row, times);
  return samples > 0 && samples < manySamples ? '~' : '';
}

/** What the ~ in a table stands for; empty when there is none. */
export function fewSamplesNote(labels: readonly ReportRow[], times: Times = 'passed'): string {
  return labels.some((row) => mark(row, times) !== '') ? `~ from fewer than ${manySamples} samples` : '';
}

import type { FiguresResource, Times } from '../../contract/resources/report.ts';
import { samplesTimed } from '../../contract/sample-kinds.ts';
import { durationOfMs, whole } from '../../lib/figures.ts';
import { renderTable } from './table.ts';

type ReportRow = Pick<FiguresResource, 'label' | 'passed' | 'failed' | 'mean' | 'max' | 'percentiles'>;

const shownPercentiles = ['50', '95', '99'];

/** Percentiles of fewer samples are marked. */
const manySamples = 100;

/** Table with one label per line. Percentiles of few samples are marked with ~. */
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

/** Explanation of the ~ mark; empty if the table has none. */
export function fewSamplesNote(labels: readonly ReportRow[], times: Times = 'passed'): string {
  return labels.some((row) => mark(row, times) !== '') ? `~ from fewer than ${manySamples} samples` : '';
}

import type { FiguresResource, Times } from '../../contract/resources/report.ts';
import { samplesTimed } from '../../contract/sample-kinds.ts';
import { durationOfMs, whole } from '../../lib/figures.ts';
import { lineWidth, renderTable } from './table.ts';

type ReportRow = Pick<FiguresResource, 'label' | 'passed' | 'failed' | 'mean' | 'max' | 'percentiles'>;

const shownPercentiles = ['50', '95', '99'];

/** Percentiles of fewer samples are marked. */
const manySamples = 100;

/** Table with one label per line, in 80 columns or the width of the terminal. Percentiles of few samples are marked with ~. */
export function renderReportTable(
  labels: readonly ReportRow[],
  times: Times = 'passed',
  columns = 0,
): string {
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
    { most: lineWidth(columns), shrinks: [0] },
  );
}

/** The largest share of failed samples first, then the slowest. */
export function worstFirst<Row extends ReportRow>(labels: readonly Row[]): Row[] {
  const failedShare = ({ passed, failed }: Row) => (failed === 0 ? 0 : failed / (passed + failed));
  const slowness = ({ percentiles }: Row) => percentiles['95'] ?? -1;
  return labels.toSorted(
    (one, other) => failedShare(other) - failedShare(one) || slowness(other) - slowness(one),
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

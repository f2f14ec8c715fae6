import type { FiguresResource } from '../../contract/resources/report.ts';
import { renderTable } from './table.ts';

type ReportRow = Pick<FiguresResource, 'label' | 'passed' | 'failed' | 'mean' | 'max' | 'percentiles'>;

const shownPercentiles = ['50', '95', '99'];

/** The report as a table, one label a line. */
export function renderReportTable(labels: readonly ReportRow[]): string {
  return renderTable(
    [
      'label',
      'passed',
      'failed',
      'mean ms',
      ...shownPercentiles.map((percentile) => `p${percentile} ms`),
      'max ms',
    ],
    labels.map((row) => [
      row.label,
      String(row.passed),
      String(row.failed),
      formatMs(row.mean),
      ...shownPercentiles.map((percentile) => formatMs(row.percentiles[percentile])),
      formatMs(row.max),
    ]),
    ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
  );
}

function formatMs(ms: number | undefined): string {
  if (ms === undefined) return '–';
  return ms < 100 ? ms.toFixed(1) : String(Math.round(ms));
}

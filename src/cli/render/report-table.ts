import type { FiguresResource } from '../../contract/resources/report.ts';
import { renderTable } from './table.ts';

type ReportRow = Pick<FiguresResource, 'label' | 'passed' | 'failed' | 'mean' | 'max' | 'percentiles'>;

const shownPercentiles = ['50', '95', '99'];

/** Below this a percentile says little. */
const manySamples = 100;

/** The report as a table, one label a line. Percentiles of few samples have a ~ before them. */
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
      ...shownPercentiles.map((percentile) => mark(row) + formatMs(row.percentiles[percentile])),
      formatMs(row.max),
    ]),
    ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
  );
}

function mark({ passed, failed }: ReportRow): string {
  return passed + failed < manySamples ? '~' : '';
}

/** What the ~ in a table stands for; empty when there is none. */
export function fewSamplesNote(labels: readonly ReportRow[]): string {
  return labels.some((row) => mark(row) !== '') ? `~ from fewer than ${manySamples} samples` : '';
}

function formatMs(ms: number | undefined): string {
  if (ms === undefined) return '–';
  return ms < 100 ? ms.toFixed(1) : String(Math.round(ms));
}

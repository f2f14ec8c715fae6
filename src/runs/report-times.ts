import { type LabelFigures, totalOf } from '../metrics/figures.ts';
import type { LabelStats } from '../metrics/label-stats.ts';
import type { Report } from '../metrics/report.ts';
import { allResponseTimesOf } from '../metrics/response-times.ts';
import type { Rollup } from '../metrics/rollup.ts';
import { currentFigures, unsplitFigures } from '../metrics/stored-figures.ts';
import type { RowFigures } from '../metrics/trend.ts';
import type { Queryable } from '../store/database.ts';
import { readWholeTotal } from './range-reading.ts';
import { allGrids } from './roller.ts';
import { readWholes, UnreadableError } from './whole-reading.ts';

const noWholes: ReadonlyMap<string, Rollup> = new Map();

/**
 * Splits response times stored by earlier versions for all samples together, using the roll-ups. Without roll-ups they
 * stay those of all samples.
 */
export async function withTimes(db: Queryable, runId: string, report: Report): Promise<Report> {
  const total = currentFigures(report.total);
  if (total === report.total) return report;
  // If all samples passed, or all failed, there is nothing to split for any label.
  const wholes = (total ? undefined : await unlessUnreadable(() => readWholes(db, runId))) ?? noWholes;
  const part = (gridId: string, stored: Pick<Report, 'total' | 'labels'>) => {
    const whole = wholes.get(gridId);
    return {
      total: timed(stored.total, whole && totalOf(whole)),
      labels: stored.labels.map((figures) => timed(figures, whole?.labels.get(figures.label))),
    };
  };
  const grids = report.grids.map(({ gridId, ...grid }) => ({ gridId, ...part(gridId, grid) }));
  return { ...report, ...part(allGrids, report), grids };
}

/** Splits the response times in the row of a run. */
export async function withRowTimes(db: Queryable, runId: string, row: RowFigures): Promise<RowFigures> {
  const current = currentFigures(row);
  if (current) return current;
  const whole = await unlessUnreadable(() => readWholeTotal(db, runId));
  return timed(row, whole && totalOf(whole));
}

function timed<F extends Pick<LabelFigures, 'passed' | 'failed' | 'times'>>(
  stored: F,
  stats: LabelStats | undefined,
): F {
  const current = currentFigures(stored);
  if (current) return current;
  const unsplit = unsplitFigures(stored);
  if (stats?.passed !== stored.passed || stats.failed !== stored.failed) return unsplit;
  return { ...unsplit, times: allResponseTimesOf(stats) };
}

async function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return undefined;
  }
}

import type { LabelFigures } from './figures.ts';

/** The figures of a finished run that stand in its row. */
export type RowFigures = Omit<LabelFigures, 'label'> & { durationS: number; maxUsers: number };

/** A finished run as a point of a trend. */
export interface TrendRow {
  id: string;
  name: string | null;
  project: string;
  tool: string;
  tags: string[];
  startedAt: Date | null;
  stoppedAt: Date;
  passed: boolean | null;
  figures: RowFigures;
}

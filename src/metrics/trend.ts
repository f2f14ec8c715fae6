import type { LabelFigures } from './figures.ts';

/** Figures in the row of a finished run. */
export type RowFigures = Omit<LabelFigures, 'label'> & {
  durationS: number;
  maxUsers: number;
  /** As in the report. Missing, like the next, in runs of earlier versions. */
  errorRatePercent?: number;
  /** Formatted; null without samples. */
  apdex?: string | null;
};

/** Point of a trend: one finished run. */
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

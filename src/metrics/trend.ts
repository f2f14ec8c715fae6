import type { LabelFigures } from './figures.ts';

/** The figures of a finished run that stand in its row. */
export type RowFigures = Omit<LabelFigures, 'label'> & {
  durationS: number;
  maxUsers: number;
  /** As the report has it. Runs of earlier versions have neither this nor the next. */
  errorRatePercent?: number;
  /** As people read it; null without samples. */
  apdex?: string | null;
};

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

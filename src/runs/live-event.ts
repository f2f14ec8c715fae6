import type { RunPhase } from '../domain/run.ts';
import type { ThresholdResult } from '../domain/threshold.ts';
import type { ChartColumns } from '../metrics/chart.ts';
import type { Report } from '../metrics/report.ts';
import type { RunPage } from './run-views.ts';
import type { RunView } from './runs.ts';

export type LiveStep = 1 | 15 | 300;

export type LiveEvent =
  | {
      kind: 'state';
      phase: RunPhase;
      progress: string | null;
      startedAt: Date | null;
      isStopRequested: boolean;
    }
  /** New or changed intervals. A client that resumes from the cursor misses none. */
  | { kind: 'points'; cursor: string; startS: number; stepS: LiveStep; columns: ChartColumns }
  /** The whole run so far. */
  | { kind: 'figures'; atMs: number; report: Report }
  /** Everything the run page shows except charts and labels. The same object for all followers. */
  | { kind: 'view'; atMs: number; view: RunView; page: RunPage }
  /** Keep-alive without news. */
  | { kind: 'beat' }
  /** Last event of the stream. */
  | { kind: 'finished'; passed: boolean | null; thresholds: ThresholdResult[] };

import type { SeriesResource } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { Terminal } from '../terminal.ts';

/** State shown in the progress line. */
export type RunState = Pick<RunResource, 'phase' | 'progress'>;
export type Point = Pick<
  SeriesResource['points'][number],
  'time' | 'span' | 'passed' | 'failed' | 'users' | 'mean'
>;

const plainLineEveryMs = 5_000;

/** Progress of a run: one updated line in a terminal, otherwise a new line when something has changed. */
export interface Progress {
  show(run: RunState, points: readonly Point[], nowMs: number): void;
  /** Keeps the last line. */
  end(): void;
}

export function createProgress(terminal: Terminal): Progress {
  let shownAtMs = Number.NEGATIVE_INFINITY;
  let shownState = '';
  let shownLine = '';
  let isLineOpen = false;
  return {
    show: (run, points, nowMs) => {
      const line = renderProgress(run, points);
      if (terminal.isInteractive) {
        terminal.write(`\r\u001b[2K${line.slice(0, terminal.columns - 1)}`);
        isLineOpen = true;
        return;
      }
      const state = `${run.phase} ${run.progress}`;
      if (state === shownState && nowMs - shownAtMs < plainLineEveryMs) return;
      if (line === shownLine) return;
      shownLine = line;
      shownState = state;
      shownAtMs = nowMs;
      terminal.say(line);
    },
    end: () => {
      if (isLineOpen) terminal.write('\n');
      isLineOpen = false;
    },
  };
}

/** Phase and latest figures in one line. */
export function renderProgress(run: RunState, points: readonly Point[]): string {
  const phase = run.phase.replaceAll('_', ' ').padEnd(10);
  const last = points.at(-1);
  if (last === undefined) {
    const isNews = run.progress !== null && run.progress !== phase.trimEnd();
    return isNews ? `${phase}  ${run.progress}` : phase.trimEnd();
  }
  const first = points[0] ?? last;
  const passed = sum(points, (point) => point.passed);
  const failed = sum(points, (point) => point.failed);
  const elapsedS = last.time + last.span - first.time;
  return [
    phase,
    `${elapsedS} s`.padStart(5),
    `${Math.round(last.users)} VUs`.padStart(9),
    `${Math.round((last.passed + last.failed) / last.span)} samples/s`.padStart(13),
    `mean ${last.mean === null ? '–' : Math.round(last.mean)} ms`.padStart(12),
    `${passed} passed`.padStart(12),
    `${failed} failed`.padStart(10),
  ].join('  ');
}

function sum(points: readonly Point[], of: (point: Point) => number): number {
  return points.reduce((total, point) => total + of(point), 0);
}

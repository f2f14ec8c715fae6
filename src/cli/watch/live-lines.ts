import type { RunResource } from '../../contract/resources/run.ts';
import { durationOfMs, percentOf, threeDigits, whole } from '../../lib/figures.ts';
import { clock } from '../../lib/moments.ts';
import { renderBar, renderSparkline } from '../render/bar.ts';
import type { Paint } from '../render/paint.ts';
import type { History, Point } from './history.ts';

export interface LiveState {
  run: Pick<RunResource, 'phase' | 'progress' | 'duration'>;
  history: History;
  /** Time since the latest data. */
  ageMs: number;
}

const oldAfterMs = 3_000;
const sparklineWidth = 60;

/** Lines of the live block: phase and progress, current figures, sparkline. */
export function renderLiveBlock(state: LiveState, paint: Paint): string[] {
  const { run, history } = state;
  const point = steadyPoint(history);
  const phase = paint.strong(phaseOf(run));
  if (point === undefined) return [`${phase}${newsOf(run)}`];
  return [
    `${phase}  ${progressOf(run, history)}${ageOf(state, paint)}`,
    [
      `${threeDigits((point.passed + point.failed) / point.span)} samples/s`,
      `p50 ${percentile(point, '50')}`,
      `p95 ${percentile(point, '95')}`,
      usersOf(point),
      `${whole(history.passed())} passed`,
      failuresOf(history, paint),
    ].join('   '),
    `${paint.faint('samples/s')} ${renderSparkline(lately(history))}`,
  ];
}

/** Single-line form, for logs. */
export function renderPlainLine(state: LiveState): string {
  const { run, history } = state;
  const point = steadyPoint(history);
  if (point === undefined) return `${phaseOf(run)}${newsOf(run)}`;
  return [
    `${clock(history.elapsedS())} ${phaseOf(run)}`,
    `${threeDigits((point.passed + point.failed) / point.span)} samples/s`,
    `p50 ${percentile(point, '50')}`,
    `p95 ${percentile(point, '95')}`,
    usersOf(point),
    `${whole(history.passed())} passed`,
    `${whole(history.failed())} failed`,
  ].join(', ');
}

/** The second to last point: the last one may be incomplete. */
function steadyPoint(history: History): Point | undefined {
  const points = history.recent();
  return points.at(-2) ?? points.at(-1);
}

function phaseOf({ phase }: LiveState['run']): string {
  return phase.replaceAll('_', ' ');
}

function newsOf(run: LiveState['run']): string {
  return run.progress === null || run.progress === phaseOf(run) ? '' : `: ${run.progress}`;
}

function progressOf({ duration }: LiveState['run'], history: History): string {
  const elapsedS = history.elapsedS();
  const elapsed = clock(elapsedS);
  if (duration === null || duration === 0) return elapsed;
  const leftS = duration - elapsedS;
  const left = leftS > 0 ? `${clock(leftS)} left` : `over ${clock(duration)}`;
  return `${elapsed} ${renderBar(elapsedS / duration, 24)} ${left}`;
}

function ageOf({ ageMs, run }: LiveState, paint: Paint): string {
  if (run.phase !== 'running' || ageMs < oldAfterMs) return '';
  return `  ${paint.doubtful(`data is ${Math.round(ageMs / 1000)} s old`)}`;
}

function failuresOf(history: History, paint: Paint): string {
  const [passed, failed] = [history.passed(), history.failed()];
  if (failed === 0) return '0 failed';
  return paint.bad(`${whole(failed)} failed (${percentOf(failed, passed + failed)})`);
}

function usersOf({ users }: Point): string {
  return Math.round(users) === 1 ? '1 VU' : `${whole(users)} VUs`;
}

function percentile(point: Point, which: string): string {
  const ms = point.percentiles?.[which];
  return ms === undefined ? '–' : durationOfMs(ms);
}

/** Samples per second of the last minute; null for seconds without data. */
function lately(history: History): (number | null)[] {
  const points = history.recent();
  const last = points.at(-1);
  if (last === undefined) return [];
  const byTime = new Map(points.map((point) => [point.time, point]));
  const from = Math.max(last.time - sparklineWidth + 1, points[0]?.time ?? last.time);
  return Array.from({ length: last.time - from + 1 }, (_, index) => {
    const point = byTime.get(from + index);
    return point === undefined ? null : (point.passed + point.failed) / point.span;
  });
}

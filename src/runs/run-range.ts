import { AppError } from '../domain/errors.ts';
import type { Run } from '../domain/run.ts';
import type { SampleKind } from '../domain/sample-kind.ts';
import type { TimeRange } from '../metrics/cover.ts';
import type { Rollup } from '../metrics/rollup.ts';

/** Seconds from the start of the run, or since 1970 when they are that large. */
export interface RangeQuery {
  from?: number | undefined;
  to?: number | undefined;
  /** Whose response times; of passed samples if left out. */
  times?: SampleKind | undefined;
}

/** What is asked for, within what there is. */
export interface RunRange extends TimeRange {
  /** Second 0 of the run. */
  startS: number;
  isWhole: boolean;
}

/** The first and last second in which a sample ended, or in which the run was going. */
export interface MeasuredSeconds {
  firstSecond: number | null;
  lastSecond: number | null;
}

const smallestMoment = 100_000_000;
/** Tools with a wrong clock may put samples anywhere; further from the run than this, no chart reaches. */
const reachS = 3600;

export function settleRange(
  run: Pick<Run, 'startedAt' | 'createdAt' | 'stoppedAt'>,
  measured: MeasuredSeconds,
  query: RangeQuery,
  nowMs: number,
): RunRange {
  const startS = startOf(run);
  const latest = Math.ceil((run.stoppedAt?.getTime() ?? nowMs) / 1000) + reachS;
  const first = Math.max(Math.min(startS, measured.firstSecond ?? startS), startS - reachS);
  const last = Math.max(Math.min((measured.lastSecond ?? startS - 1) + 1, latest), startS);
  const moment = (value: number) => (value >= smallestMoment ? value : startS + value);
  const fromS = query.from === undefined ? first : Math.max(moment(query.from), first);
  const toS = query.to === undefined ? last : Math.min(moment(query.to), last);
  if (query.from !== undefined && query.to !== undefined && moment(query.from) >= moment(query.to)) {
    const message = 'The range is empty: `to` must be after `from`.';
    throw new AppError('invalid', message, [{ code: 'invalid', message, field: 'to' }]);
  }
  const isWhole = query.from === undefined && query.to === undefined;
  return { startS, fromS: Math.min(fromS, last), toS: Math.max(Math.min(fromS, last), toS), isWhole };
}

export function startOf(run: Pick<Run, 'startedAt' | 'createdAt'>): number {
  return Math.floor((run.startedAt ?? run.createdAt).getTime() / 1000);
}

/** Tools take so long to end after their last sample, and their end is seen so much later. */
const tailS = 5;

/**
 * The seconds of a run that is over: from its start, and to the end of its load when that lies well behind the last sample, as with
 * a target that stopped answering. What the run measured always lies within.
 */
export function runSeconds<T extends MeasuredSeconds>(
  measured: T,
  run: Pick<Run, 'startedAt' | 'loadEndedAt'>,
): T {
  if (run.startedAt === null || run.loadEndedAt === null) return measured;
  const startS = Math.floor(run.startedAt.getTime() / 1000);
  const endS = Math.ceil(run.loadEndedAt.getTime() / 1000);
  const firstSecond = Math.min(startS, measured.firstSecond ?? startS);
  const measuredToS = (measured.lastSecond ?? startS - 1) + 1;
  const toS = endS - measuredToS > tailS ? endS : measuredToS;
  return { ...measured, firstSecond, lastSecond: Math.max(toS - 1, firstSecond) };
}

/** Those seconds of the range in which the run measured: what rates are over. */
export function measuredIn(range: TimeRange, { firstSecond, lastSecond }: MeasuredSeconds): number {
  if (firstSecond === null || lastSecond === null) return 0;
  return Math.max(0, Math.min(range.toS, lastSecond + 1) - Math.max(range.fromS, firstSecond));
}

/** The time in which the run went; the whole is given once it is over. */
export function chartBounds(startS: number, whole: Rollup | undefined): TimeRange {
  const lastSecond = whole?.lastSecond ?? null;
  return { fromS: startS, toS: lastSecond === null ? Number.POSITIVE_INFINITY : lastSecond + 1 };
}

import { AppError } from '../domain/errors.ts';
import type { Run } from '../domain/run.ts';
import type { SampleKind } from '../domain/sample-kind.ts';
import type { TimeRange } from '../metrics/cover.ts';
import type { Rollup } from '../metrics/rollup.ts';

/** Seconds from the start of the run, or a Unix timestamp. */
export interface RangeQuery {
  from?: number | undefined;
  to?: number | undefined;
  /** Samples whose response times are reported; default: passed. */
  times?: SampleKind | undefined;
}

/** The requested range, limited to the run. */
export interface RunRange extends TimeRange {
  /** Second 0 of the run. */
  startS: number;
  isWhole: boolean;
}

/** First and last second in which a sample ended or the run was running. */
export interface MeasuredSeconds {
  firstSecond: number | null;
  lastSecond: number | null;
}

const minTimestampS = 100_000_000;
/** Samples further outside of the run, from tools with a wrong clock, are not charted. */
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
  const moment = momentsOf(startS);
  const fromS = query.from === undefined ? first : Math.max(moment(query.from), first);
  const toS = query.to === undefined ? last : Math.min(moment(query.to), last);
  checkRange(run, query);
  const isWhole = query.from === undefined && query.to === undefined;
  return { startS, fromS: Math.min(fromS, last), toS: Math.max(Math.min(fromS, last), toS), isWhole };
}

/** The requested seconds, also those in which no sample ended; undefined: the whole run. */
export function requestedRange(
  run: Pick<Run, 'startedAt' | 'createdAt'>,
  { from, to }: RangeQuery,
): TimeRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const moment = momentsOf(startOf(run));
  return {
    fromS: from === undefined ? 0 : Math.min(moment(from), lastMoment),
    toS: to === undefined ? lastMoment : Math.min(moment(to), lastMoment),
  };
}

/** The largest number of seconds in the database. */
const lastMoment = 2 ** 31 - 1;

/** Throws if the range is empty. */
export function checkRange(run: Pick<Run, 'startedAt' | 'createdAt'>, { from, to }: RangeQuery): void {
  const moment = momentsOf(startOf(run));
  if (from === undefined || to === undefined || moment(from) < moment(to)) return;
  const message = 'The range is empty: `to` must be after `from`.';
  throw new AppError('invalid', message, [{ code: 'invalid', message, field: 'to' }]);
}

/** Seconds since 1970 of a value in a query. */
function momentsOf(startS: number): (value: number) => number {
  return (value) => (value >= minTimestampS ? value : startS + value);
}

export function startOf(run: Pick<Run, 'startedAt' | 'createdAt'>): number {
  return Math.floor((run.startedAt ?? run.createdAt).getTime() / 1000);
}

/** Time a tool may take to exit after its last sample, including its detection. */
const tailS = 5;

/**
 * Seconds of an ended run: from its start to the last sample, or to the end of the load if that is more than `tailS`
 * later, as with a target that stopped responding. Always includes all samples.
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

/** Number of measured seconds in the range; the divisor of rates. */
export function measuredIn(range: TimeRange, { firstSecond, lastSecond }: MeasuredSeconds): number {
  if (firstSecond === null || lastSecond === null) return 0;
  return Math.max(0, Math.min(range.toS, lastSecond + 1) - Math.max(range.fromS, firstSecond));
}

/** Bounds of the run; `whole` is passed once it has ended. */
export function chartBounds(startS: number, whole: Rollup | undefined): TimeRange {
  const lastSecond = whole?.lastSecond ?? null;
  return { fromS: startS, toS: lastSecond === null ? Number.POSITIVE_INFINITY : lastSecond + 1 };
}

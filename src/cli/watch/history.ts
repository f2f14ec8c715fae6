import type { SeriesResource } from '../../contract/resources/report.ts';

export type Point = SeriesResource['points'][number];

/** Late frames may still change this many of the latest seconds. */
const changingS = 30;
const keptS = 300;

export interface Past {
  points: readonly Point[];
  /** Time of the first sample, in seconds. */
  firstS: number;
}

/** Accumulates one-second points of a run that are loaded incrementally. */
export interface History {
  /** Start of the next request; undefined before the first one. */
  from(): number | undefined;
  /** Adds older points to the totals without keeping them; requests continue from their end. */
  begin(past: Past): void;
  take(points: readonly Point[]): void;
  /** Latest points, oldest first. */
  recent(): readonly Point[];
  passed(): number;
  failed(): number;
  /** Seconds from the first point to the end of the last. */
  elapsedS(): number;
}

export function createHistory(): History {
  const points = new Map<number, Point>();
  const settled = { passed: 0, failed: 0, untilS: Number.NEGATIVE_INFINITY };
  let firstS: number | undefined;
  let lastEndS = 0;

  function settle(): void {
    for (const [time, point] of points) {
      if (time >= lastEndS - keptS) continue;
      forget(point);
      points.delete(time);
    }
  }
  const sum = (of: (point: Point) => number) => [...points.values()].reduce((all, one) => all + of(one), 0);

  function forget(point: Point): void {
    settled.passed += point.passed;
    settled.failed += point.failed;
    settled.untilS = Math.max(settled.untilS, point.time + point.span);
  }

  return {
    from: () => (firstS === undefined ? undefined : Math.max(0, settled.untilS, lastEndS - changingS)),
    begin: (past) => {
      past.points.forEach(forget);
      firstS = past.firstS;
      lastEndS = settled.untilS;
    },
    take: (news) => {
      for (const point of news) {
        if (point.time < settled.untilS) continue;
        points.set(point.time, point);
        firstS = Math.min(firstS ?? point.time, point.time);
        lastEndS = Math.max(lastEndS, point.time + point.span);
      }
      settle();
    },
    recent: () => [...points.values()].sort((one, other) => one.time - other.time),
    passed: () => settled.passed + sum((point) => point.passed),
    failed: () => settled.failed + sum((point) => point.failed),
    elapsedS: () => (firstS === undefined ? 0 : lastEndS - firstS),
  };
}

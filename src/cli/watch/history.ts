import type { SeriesResource } from '../../contract/resources/report.ts';

export type Point = SeriesResource['points'][number];

/** Late frames still change the seconds before the last. */
const changingS = 30;
const keptS = 300;

export interface Past {
  points: readonly Point[];
  /** When the first sample came, to the second. */
  firstS: number;
}

/** What a run measured so far, put together from one-second points that are asked for bit by bit. */
export interface History {
  /** From when on points are to be asked for; undefined at first. */
  from(): number | undefined;
  /** What came long ago, counted and not kept; points are asked for from its end on. */
  begin(past: Past): void;
  take(points: readonly Point[]): void;
  /** The latest points, oldest first. */
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

/** Seconds per roll-up, coarsest first. */
const coarsestFirst = [300, 15, 1] as const;

export type PieceSpan = (typeof coarsestFirst)[number];

/** Half-open range of seconds, Unix time. */
export interface TimeRange {
  fromS: number;
  toS: number;
}

/** Part of a range that roll-ups of one span cover exactly. */
export interface Piece extends TimeRange {
  spanS: PieceSpan;
}

/**
 * Splits a range into the coarsest roll-ups that fit: 5 min, 15 s towards the edges, and 1 s at the edges. Stale coarse
 * intervals are replaced by finer ones.
 */
export function coverRange(
  { fromS, toS }: TimeRange,
  isStale: (spanS: PieceSpan, startS: number) => boolean = () => false,
): Piece[] {
  const pieces: Piece[] = [];
  let at = fromS;
  while (at < toS) {
    const spanS =
      coarsestFirst.find(
        (span) => at % span === 0 && at + span <= toS && (span === 1 || !isStale(span, at)),
      ) ?? 1;
    const last = pieces.at(-1);
    if (last?.spanS === spanS) last.toS = at + spanS;
    else pieces.push({ spanS, fromS: at, toS: at + spanS });
    at += spanS;
  }
  return pieces;
}

/** The finest step with at most `maxPoints` points. */
export function stepFor(lengthS: number, maxPoints: number): { spanS: PieceSpan; stepS: number } {
  for (const spanS of coarsestFirst.toReversed()) {
    if (lengthS <= spanS * maxPoints) return { spanS, stepS: spanS };
  }
  return { spanS: 300, stepS: 300 * Math.ceil(lengthS / (300 * maxPoints)) };
}

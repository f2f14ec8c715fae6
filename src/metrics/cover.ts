/** Seconds per roll-up, coarsest first. */
const coarsestFirst = [300, 15, 1] as const;

export type PieceSpan = (typeof coarsestFirst)[number];

/** Some seconds, from the first to the one after the last, in seconds since 1970. */
export interface TimeRange {
  fromS: number;
  toS: number;
}

/** A part of a range that roll-ups of one span fill exactly. */
export interface Piece extends TimeRange {
  spanS: PieceSpan;
}

/**
 * Splits a range into the coarsest roll-ups that fit: whole 5 minutes, 15 seconds towards the edges, and single seconds at
 * them. What `isStale` says of a coarse interval makes it be read from finer ones.
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

/** The finest points that a series of this length can have without being more than `maxPoints`. */
export function stepFor(lengthS: number, maxPoints: number): { spanS: PieceSpan; stepS: number } {
  for (const spanS of coarsestFirst.toReversed()) {
    if (lengthS <= spanS * maxPoints) return { spanS, stepS: spanS };
  }
  return { spanS: 300, stepS: 300 * Math.ceil(lengthS / (300 * maxPoints)) };
}

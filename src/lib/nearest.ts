/** The closest candidate to a mistyped word; undefined when none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** Damerau–Levenshtein distance (adjacent transpositions). */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const steps = [
        at(rows, i - 1, j) + 1,
        at([row], 0, j - 1) + 1,
        at(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      ];
      row.push(Math.min(...steps));
    }
    rows.push(row);
  }
  return at(rows, from.length, to.length);
}

function at(rows: number[][], i: number, j: number): number {
  return rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
}

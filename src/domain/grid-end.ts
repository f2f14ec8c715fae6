/** A grid for a run: an existing one, or a new one. */
export type PlannedGrid = { name: string; endsAtMs: number | null } | { stopAfterMin: number };

/**
 * Warns of grids that stop before the run can end. `stop_after` starts when the nodes have joined; a run needs its
 * duration plus preparation.
 */
export function gridEndWarnings(
  grids: readonly PlannedGrid[],
  durationS: number | null,
  nowMs: number,
): string[] {
  if (durationS === null || durationS === 0) return [];
  const warnings = grids.flatMap((grid) => {
    const what = `before the end of the run, which takes ${durationS} s plus preparation. The run will be stopped early.`;
    const remedy = `Use stop_after ${Math.ceil(durationS / 60) + 1} or more.`;
    if ('stopAfterMin' in grid)
      return grid.stopAfterMin * 60 <= durationS
        ? [`The grid stops ${grid.stopAfterMin} min after its start (stop_after), ${what} ${remedy}`]
        : [];
    if (grid.endsAtMs === null || grid.endsAtMs - nowMs > durationS * 1000) return [];
    const leftS = Math.max(0, Math.round((grid.endsAtMs - nowMs) / 1000));
    return [`Grid ${grid.name} stops in ${leftS} s (stop_after), ${what}`];
  });
  return [...new Set(warnings)];
}

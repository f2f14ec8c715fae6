/** A grid that a run is to use: one that is up, or one that is to be made. */
export type PlannedGrid = { name: string; endsAtMs: number | null } | { stopAfterMin: number };

/**
 * Warns of grids that stop before the run can be over. `stop_after` counts from when the nodes are up, and a run needs
 * its duration and the time to prepare.
 */
export function gridEndWarnings(
  grids: readonly PlannedGrid[],
  durationS: number | null,
  nowMs: number,
): string[] {
  if (durationS === null || durationS === 0) return [];
  const warnings = grids.flatMap((grid) => {
    const what = `and the run takes ${durationS} s after its preparation. It will be stopped early.`;
    const remedy = `Use stop_after ${Math.ceil(durationS / 60) + 1} or more.`;
    if ('stopAfterMin' in grid)
      return grid.stopAfterMin * 60 <= durationS
        ? [`The grid stops ${grid.stopAfterMin} min after it has started (stop_after), ${what} ${remedy}`]
        : [];
    if (grid.endsAtMs === null || grid.endsAtMs - nowMs > durationS * 1000) return [];
    const leftS = Math.max(0, Math.round((grid.endsAtMs - nowMs) / 1000));
    return [`Grid ${grid.name} stops in ${leftS} s (stop_after), ${what}`];
  });
  return [...new Set(warnings)];
}

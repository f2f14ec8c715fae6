const shownAtOnce = 5;

/** Lines about errors that were not shown before, such as why nodes do not start. */
export function createObstacles(): (errors: readonly string[]) => string[] {
  const shown = new Set<string>();
  return (errors) => {
    const fresh = errors.filter((error) => !shown.has(error));
    for (const error of fresh) shown.add(error);
    const lines = fresh.slice(0, shownAtOnce).map((error) => `✕ ${error}`);
    const more = fresh.length - lines.length;
    return more > 0 ? [...lines, `✕ … and ${more} more; spate grids lists them.`] : lines;
  };
}

/** How well what makes the load kept to its own schedule; of the worst node. */
export interface GeneratorLoad {
  /** How late users acted. */
  lagP99Ms: number;
  lagMaxMs: number;
  /** Share of the time in which it had something to do, 0 to 1. */
  busyShare: number;
}

/** What one node tells of it: in the last second or so, and in the run so far, once it has warmed up. */
export interface GeneratorReport {
  latest: GeneratorLoad;
  run?: GeneratorLoad | undefined;
}

/** Each of the figures on the node where it is worst; undefined when no node tells any. */
export function worstGenerator(loads: readonly GeneratorLoad[]): GeneratorLoad | undefined {
  return loads.reduce<GeneratorLoad | undefined>(
    (worst, each) => ({
      lagP99Ms: Math.max(worst?.lagP99Ms ?? 0, each.lagP99Ms),
      lagMaxMs: Math.max(worst?.lagMaxMs ?? 0, each.lagMaxMs),
      busyShare: Math.max(worst?.busyShare ?? 0, each.busyShare),
    }),
    undefined,
  );
}

/** Beyond these the load is no longer the one that the plan describes. */
export const lagLimitMs = 100;
export const busyLimit = 0.9;

export function isGeneratorAtLimit({ lagP99Ms, busyShare }: GeneratorLoad): boolean {
  return lagP99Ms > lagLimitMs || busyShare > busyLimit;
}

/** How well what makes the load kept to its own schedule; of the worst node. */
export interface GeneratorLoad {
  /** How late users acted. */
  lagP99Ms: number;
  lagMaxMs: number;
  /** Share of the time in which it had something to do, 0 to 1. */
  busyShare: number;
}

/** Beyond these the load is no longer the one that the plan describes. */
export const lagLimitMs = 100;
export const busyLimit = 0.9;

export function isGeneratorAtLimit({ lagP99Ms, busyShare }: GeneratorLoad): boolean {
  return lagP99Ms > lagLimitMs || busyShare > busyLimit;
}

import type { InFlight } from './in-flight.ts';

/** How well what makes the load kept to its own schedule; of the worst node. */
export interface GeneratorLoad {
  /** How late users acted. */
  lagP99Ms: number;
  lagMaxMs: number;
  /** Share of the time in which it had something to do, 0 to 1. */
  busyShare: number;
  /**
   * Figures that have the engine's own start in them: all, when the run was too short to leave it out, or the lag, when
   * nobody had to wait after it. Absent: none.
   */
  includesStart?: 'lag' | 'all' | undefined;
}

/** What one node tells of it: in the last second or so, and in the run so far, without its start once it has warmed up. */
export interface GeneratorReport {
  latest: GeneratorLoad;
  run?: GeneratorLoad | undefined;
  /** Now; from engines that know. */
  inFlight?: InFlight | undefined;
}

/**
 * Each of the figures on the node where it is worst; undefined when no node tells any. A figure that has the start in it
 * counts only when no node has one without.
 */
export function worstGenerator(loads: readonly GeneratorLoad[]): GeneratorLoad | undefined {
  if (loads.length === 0) {
    return undefined;
  }
  const withWarmLag = loads.filter(({ includesStart }) => includesStart === undefined);
  const withWarmShare = loads.filter(({ includesStart }) => includesStart !== 'all');
  const ofLag = withWarmLag.length > 0 ? withWarmLag : loads;
  const ofShare = withWarmShare.length > 0 ? withWarmShare : loads;
  const worst = {
    lagP99Ms: Math.max(...ofLag.map(({ lagP99Ms }) => lagP99Ms)),
    lagMaxMs: Math.max(...ofLag.map(({ lagMaxMs }) => lagMaxMs)),
    busyShare: Math.max(...ofShare.map(({ busyShare }) => busyShare)),
  };
  if (withWarmLag.length > 0) {
    return worst;
  }
  return { ...worst, includesStart: withWarmShare.length > 0 ? 'lag' : 'all' };
}

/** Beyond these the load is no longer the one that the plan describes. */
export const lagLimitMs = 100;
const busyLimit = 0.9;

/** Every engine is late and busy while it starts, so that is no sign. */
export function isGeneratorLate({ lagP99Ms, includesStart }: GeneratorLoad): boolean {
  return includesStart === undefined && lagP99Ms > lagLimitMs;
}

export function isGeneratorBusy({ busyShare, includesStart }: GeneratorLoad): boolean {
  return includesStart !== 'all' && busyShare > busyLimit;
}

export function isGeneratorAtLimit(load: GeneratorLoad): boolean {
  return isGeneratorLate(load) || isGeneratorBusy(load);
}

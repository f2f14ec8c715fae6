import type { InFlight } from './in-flight.ts';

/** Schedule lag and utilization of the load generator. */
export interface GeneratorLoad {
  /** Schedule lag: delay of virtual users against their schedule. */
  lagP99Ms: number;
  lagMaxMs: number;
  /** Share of time in which the event loop was busy, 0 to 1. */
  busyShare: number;
  /**
   * Which figures include the start-up of the engine: all, for a run too short to exclude it, or the lag, when no virtual
   * user waited after it. Undefined: none.
   */
  includesStart?: 'lag' | 'all' | undefined;
}

/** Report of one node: over about the last second, and over the run so far, excluding start-up once warmed up. */
export interface GeneratorReport {
  latest: GeneratorLoad;
  run?: GeneratorLoad | undefined;
  /** Current requests in flight, for engines that report them. */
  inFlight?: InFlight | undefined;
}

/**
 * Worst value of each figure over all nodes; undefined without reports. Figures that include start-up count only when
 * no node has one without.
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

/** Above these limits, the load deviates from the plan. */
export const lagLimitMs = 100;
const busyLimit = 0.9;

/** Ignores figures that include start-up, when every engine is late and busy. */
export function isGeneratorLate({ lagP99Ms, includesStart }: GeneratorLoad): boolean {
  return includesStart === undefined && lagP99Ms > lagLimitMs;
}

export function isGeneratorBusy({ busyShare, includesStart }: GeneratorLoad): boolean {
  return includesStart !== 'all' && busyShare > busyLimit;
}

export function isGeneratorAtLimit(load: GeneratorLoad): boolean {
  return isGeneratorLate(load) || isGeneratorBusy(load);
}

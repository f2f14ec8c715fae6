/** A node that uses more of its cores than this measures itself as well. */
export const busyCpu = 0.9;
const toleratedShare = 0.1;
const toleratedS = 15;

/** How busy a node was in some time. */
export interface Busyness {
  cpuMean: number;
  /** Share of the time above the limit, in intervals of some seconds. */
  busyShare: number;
  /** The same in seconds. */
  busyS: number;
}

/** Whether a node was so busy that response times may be its own. A short peak, as when a tool starts, is none. */
export function isOverloaded({ cpuMean, busyShare, busyS }: Busyness): boolean {
  return cpuMean > busyCpu || (busyShare > toleratedShare && busyS > toleratedS);
}

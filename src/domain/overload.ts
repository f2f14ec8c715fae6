/** Above this CPU utilization, response times include delays of the node itself. */
export const busyCpu = 0.9;
const toleratedShare = 0.1;
const toleratedS = 15;

/** CPU utilization of a node over a time range. */
export interface CpuUtilization {
  cpuMean: number;
  /** Share of time above the limit. */
  busyShare: number;
  /** Seconds above the limit. */
  busyS: number;
}

/** Whether response times may include delays of the node. Ignores short peaks, such as the start of a tool. */
export function isOverloaded({ cpuMean, busyShare, busyS }: CpuUtilization): boolean {
  return cpuMean > busyCpu || (busyShare > toleratedShare && busyS > toleratedS);
}

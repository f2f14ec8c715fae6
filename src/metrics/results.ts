/** The seven measurements of the documented CSV, in its order. */
export const measurements = [
  'response_time',
  'latency',
  'throughput',
  'passed',
  'failed',
  'transaction_rate',
  'concurrency',
] as const;

export interface ResultRow {
  /** Start of a 15-second bucket, a multiple of 15,000. */
  timeMs: number;
  measurement: (typeof measurements)[number];
  label: string;
  gridId: string;
  value: number;
}

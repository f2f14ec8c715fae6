/** One measured operation, as reported by a tool. Times are on the node's clock. */
export interface Sample {
  label: string;
  startedAtMs: number;
  elapsedUs: number;
  latencyUs: number;
  connectUs: number;
  isPassed: boolean;
  /** Response code; may be text. */
  code: string;
  /** Reason of a failure; empty when passed. */
  message: string;
  bytesIn: number;
  bytesOut: number;
  /** Virtual users active on the node when the sample ended. */
  users: number;
}

/** One measured operation, as a tool reported it. Times are the node's own clock. */
export interface Sample {
  label: string;
  startedAtMs: number;
  elapsedUs: number;
  latencyUs: number;
  connectUs: number;
  isPassed: boolean;
  /** The response code as text; tools also use words here. */
  code: string;
  /** Why it failed; empty when it passed. */
  message: string;
  bytesIn: number;
  bytesOut: number;
  /** Virtual users active on the node when the sample ended. */
  users: number;
}

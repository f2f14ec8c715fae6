/** The figures of a run; the wire shape is made from it by the API. */
export interface Report {
  summary: string;
  meanResponseTimeMs: number;
  meanConcurrency: number;
  /** Bytes received a minute. */
  meanThroughput: number;
  meanErrorRatePercent: number;
  meanApdex: number | null;
  apdexThresholdMs: number;
  durationS: number;
  total: LabelFigures;
  labels: LabelFigures[];
  grids: { gridId: string; total: LabelFigures; labels: LabelFigures[] }[];
  errors: ErrorFigures[];
}

export interface LabelFigures {
  /** Empty for all labels together. */
  label: string;
  passed: number;
  failed: number;
  meanMs: number;
  standardDeviationMs: number;
  minMs: number;
  maxMs: number;
  /** Keys 50, 75, 90, 95, 99, 99.9. */
  percentilesMs: Record<string, number>;
  meanLatencyMs: number;
  meanConnectMs: number;
  requestsPerMinute: number;
  maxRequestsPerMinute: number;
  bytesIn: number;
  bytesOut: number;
}

export interface ErrorFigures {
  code: string;
  message: string;
  count: number;
  /** The first sample seen with this code and message. */
  example: { label: string; atMs: number };
}

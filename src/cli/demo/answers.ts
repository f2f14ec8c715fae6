/** What the demo reads of the service's answers, as a user's script would. */

export interface RunAnswer {
  uuid: string;
  status: 'queued' | 'running' | 'finished';
  /** Finer than the status, in our own words. */
  phase: string;
  /** What it is doing, for a person who waits. */
  progress: string | null;
  permalink: string;
  remote_errors: string[] | null;
}

export interface SeriesAnswer {
  points: SeriesPointAnswer[];
}

export interface SeriesPointAnswer {
  /** Start of the interval, in seconds since 1970. */
  time: number;
  span: number;
  passed: number;
  failed: number;
  users: number;
  mean: number | null;
}

export interface ReportAnswer {
  summary: string;
  labels: LabelAnswer[];
}

/** Times in milliseconds. */
export interface LabelAnswer {
  label: string;
  passed: number;
  failed: number;
  mean: number;
  max: number;
  percentiles: Record<string, number>;
}

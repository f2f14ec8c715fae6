/** Result of one step of a browser script. */
export interface StepResult {
  label: string;
  startedAtMs: number;
  /** According to `responseTimeMeasurement`. */
  elapsedUs: number;
  /** Mean over documents from request to headers; 0 when none was loaded. */
  latencyUs: number;
  bytesIn: number;
  bytesOut: number;
  isPassed: boolean;
  /** Of the first document of the step; '0' when there was none. */
  code: string;
  /** One sentence on why it failed, with the script's file and line. */
  message: string;
  /** The whole error with its stack in the script's own lines; empty when it passed. */
  errorText: string;
  iteration: number;
  /** In addition to the response time; null if the step loaded no document. */
  page: PageTimings | null;
  requests: number;
  failedRequests: number;
  /** Relative to resultsFolder. */
  screenshots: string[];
  /** HTML of the pages of a failed step; relative to resultsFolder. */
  sources: string[];
  /** The last console lines of pages during a failed step. */
  console: string[];
}

/** Milliseconds since the navigation start; null if the browser reported none. */
export interface PageTimings {
  url: string;
  responseStartMs: number | null;
  domContentLoadedMs: number | null;
  loadMs: number | null;
  firstContentfulPaintMs: number | null;
  largestContentfulPaintMs: number | null;
}

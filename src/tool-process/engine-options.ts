import type { LeasedFileOptions } from './leased-rows.ts';

/** Options file of Spate's engine; paths are as seen by the engine. */
export interface EngineOptions {
  /** Relative to filesFolder. */
  planName: string;
  properties: Record<string, string>;
  filesFolder: string;
  readyPath: string;
  controlPath: string;
  /** Changes to the load while it runs, see live-control-file.ts; undefined: none. */
  liveControlPath?: string;
  /** The log of blocks, see block-codec.ts. */
  samplesPath: string;
  /** A results file as JMeter writes it, truncated where it becomes too large for the archive. */
  resultsPath: string;
  maxResultsBytes: number;
  logPath: string;
  /** Requests and responses of the first failures, one JSON object per line; undefined: not kept. */
  errorSamplesPath?: string;
  /** Data files whose rows are leased; undefined: none. */
  leasedFiles?: LeasedFileOptions[];
  /** `sampled` or `unsampled`: each request gets a `traceparent` header with that flag. */
  traceparent?: string;
  /** Of all threads together; without it, Node.js decides. */
  heapMb?: number;
  /** Number of threads that share the virtual users; by default one per core, as far as the plan allows. */
  workers?: number;
  /** The JVM for scripts that the engine does not run itself: its program and arguments. Undefined when the plan has none. */
  scriptJvm?: readonly string[];
  /** With a seed, every virtual user has the same random numbers each time. */
  seed?: number;
}

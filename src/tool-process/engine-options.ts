import type { LeasedFileOptions } from './leased-rows.ts';

/** Options file of Spate's engine; paths are as seen by the engine. */
export interface EngineOptions {
  /** Relative to filesFolder. */
  planName: string;
  properties: Record<string, string>;
  filesFolder: string;
  readyPath: string;
  controlPath: string;
  /** Changes to the load of a running test, see live-control-file.ts; undefined: none. */
  liveControlPath?: string;
  /** Log of sample blocks, see block-codec.ts. */
  samplesPath: string;
  /** Results file in JMeter's format, truncated at the size limit of the archive. */
  resultsPath: string;
  maxResultsBytes: number;
  logPath: string;
  /** Requests and responses of the first failures, one JSON object per line; undefined: not kept. */
  errorSamplesPath?: string;
  /** Data files whose rows are leased; undefined: none. */
  leasedFiles?: LeasedFileOptions[];
  /** `sampled` or `unsampled`: each request gets a `traceparent` header with that flag. */
  traceparent?: string;
  /** Total of all threads; undefined: Node.js decides. */
  heapMb?: number;
  /** Number of threads that share the virtual users; by default one per core, as far as the plan allows. */
  workers?: number;
  /**
   * Program and arguments of the JVM for scripts that the engine does not run itself. Undefined when the plan has
   * none.
   */
  scriptJvm?: readonly string[];
  /** With a seed, the random numbers of every virtual user are reproducible. */
  seed?: number;
}

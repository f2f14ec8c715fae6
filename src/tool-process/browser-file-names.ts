/** Names of the files between the adapter of browser scripts and its runner, the same on the node and inside the sandbox. */
export const browserFileNames = {
  /** In paths.launch: BrowserOptions as JSON. */
  options: 'options.json',
  /** In paths.tool: one sample line per step. */
  samples: 'samples.ndjson',
  /** In paths.tool: trace of a script trial, one TrialEvent per line. */
  events: 'events.ndjson',
  /** In paths.tool: failed steps with their traffic, one ErrorSample per line. */
  errorSamples: 'error-samples.jsonl',
  /** In paths.results: one StepResult per line. */
  steps: 'steps.ndjson',
  /** In paths.results: output of scripts and pages, and progress of virtual users. */
  log: 'browser.log',
} as const;

import type { SeleniumLine } from '../../plans/java-selenium/java-source.ts';

export type BrowserName = 'chrome' | 'firefox';

/** Paths of a browser and its driver inside the sandbox. */
export interface BrowserPrograms {
  binary: string;
  driver: string;
}

/** Settings of drivers; the driver wrappers read only this part. */
export interface BrowserSettings {
  /** The default browser. */
  preferred: BrowserName;
  programs: Partial<Record<BrowserName, BrowserPrograms>>;
}

/** Settings file of the runner. All paths are those inside the sandbox. */
export interface RunnerSettings extends BrowserSettings {
  java: string;
  javac: string;
  kind: 'main' | 'junit' | 'testng';
  classes: string[];
  sources: string[];
  /** Tried in this order. */
  lines: { seleniumLine: SeleniumLine; classPath: string[] }[];
  /** Before Selenium on the class path. */
  classPath: string[];
  /** Options of each JVM, without class path and options of a user. */
  javaArguments: string[];
  threads: number;
  rampupMs: number;
  durationMs: number | null;
  /** Time for a user to finish its transaction after the duration. */
  patienceMs: number;
  /** Timeout of the order to start. */
  holdMs: number;
  files: string;
  results: string;
  tool: string;
  launch: string;
  /** For profiles and sockets of browsers. Short, because the path of a socket has at most 107 bytes. */
  temporary: string;
}

/** Names of the runner's files. */
export const fileNames = {
  /** In the launch folder. */
  settings: 'settings.json',
  drivers: { chrome: 'chromedriver', firefox: 'geckodriver' },
  /** In the tool's folder. */
  samples: 'samples.jsonl',
  errorSamples: 'error-samples.jsonl',
  classes: 'classes',
  users: 'users',
  stop: 'stop',
  /** In the results. */
  log: 'selenium.log',
  failures: 'failures',
} as const;

/** A line of standard output that the node reports as an error. */
export interface Problem {
  problem: string;
}

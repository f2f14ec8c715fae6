import type { SeleniumLine } from '../../plans/java-selenium/java-source.ts';

export type BrowserName = 'chrome' | 'firefox';

/** A browser and its driver, as the runner sees them. */
export interface BrowserPrograms {
  binary: string;
  driver: string;
}

/** What drivers are started with; the wrappers that scripts find in place of the real drivers read only this. */
export interface BrowserSettings {
  /** The browser of scripts that ask for none. */
  preferred: BrowserName;
  programs: Partial<Record<BrowserName, BrowserPrograms>>;
}

/** What the node tells its runner, as a file. All paths are as the runner sees them. */
export interface RunnerSettings extends BrowserSettings {
  java: string;
  javac: string;
  kind: 'main' | 'junit' | 'testng';
  classes: string[];
  sources: string[];
  /** Tried in this order. */
  lines: { seleniumLine: SeleniumLine; classPath: string[] }[];
  /** In front of Selenium on the class path. */
  classPath: string[];
  /** Options of each JVM; the class path and what differs from user to user are added. */
  javaArguments: string[];
  threads: number;
  rampupMs: number;
  durationMs: number | null;
  /** How long a user may take to come to the end of a transaction when the duration is over. */
  patienceMs: number;
  /** How long to wait for the order to start. */
  holdMs: number;
  files: string;
  results: string;
  tool: string;
  launch: string;
  /** For the browsers' profiles and sockets. The path of a socket has at most 107 bytes, so this one is short. */
  temporary: string;
}

/** Names of the runner's files. */
export const fileNames = {
  /** In the launch folder. */
  settings: 'settings.json',
  drivers: { chrome: 'chromedriver', firefox: 'geckodriver' },
  /** In the tool's folder. */
  samples: 'samples.jsonl',
  classes: 'classes',
  users: 'users',
  stop: 'stop',
  /** In the results. */
  log: 'selenium.log',
  failures: 'failures',
} as const;

/** A line of standard output that the node turns into a sentence for people. */
export interface Problem {
  problem: string;
}

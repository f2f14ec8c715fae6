import { settingMs } from './time-units.ts';

export type WaitUntil = 'visible' | 'present' | 'ready' | false;
export type ResponseTimeMeasurement = 'step' | 'page' | 'network' | 'stepWithThinkTime';

/** What a script may set, under the names it uses; times in milliseconds. Scripts see it as `browser.settings`. */
export interface Settings {
  name: string;
  description: string;
  /** -1: no limit. */
  duration: number;
  loopCount: number;
  actionDelay: number;
  stepDelay: number;
  waitTimeout: number;
  waitUntil: WaitUntil;
  screenshotOnFailure: boolean;
  clearCookies: boolean;
  clearCache: boolean;
  disableCache: boolean;
  incognito: boolean;
  userAgent: string;
  device: unknown;
  viewport: Record<string, unknown> | null;
  ignoreHTTPSErrors: boolean;
  extraHTTPHeaders: Record<string, string>;
  launchArgs: string[];
  browser: string;
  browserLaunchOptions: Record<string, unknown>;
  blockedDomains: string[];
  consoleFilter: string[];
  responseTimeMeasurement: ResponseTimeMeasurement;
  tries: number;
  stages: unknown[];
}

export const defaultSettings: Readonly<Settings> = {
  name: 'Element Test',
  description: '',
  duration: -1,
  loopCount: -1,
  actionDelay: 2000,
  stepDelay: 6000,
  waitTimeout: 30_000,
  waitUntil: false,
  screenshotOnFailure: true,
  clearCookies: true,
  clearCache: false,
  disableCache: false,
  incognito: false,
  userAgent: '',
  device: null,
  viewport: null,
  ignoreHTTPSErrors: false,
  extraHTTPHeaders: {},
  launchArgs: [],
  browser: 'chromium',
  browserLaunchOptions: {},
  blockedDomains: [],
  consoleFilter: [],
  responseTimeMeasurement: 'step',
  tries: 0,
  stages: [],
};

/** Reads what a script exports or sets up. Unknown keys are ignored, values of a wrong kind warned about. */
export function readSettings(
  raw: Record<string, unknown>,
  warn: (text: string) => void = () => {},
): Settings {
  const d = defaultSettings;
  const choose = <T>(key: keyof Settings, choices: readonly T[], fallback: T): T => {
    const value = raw[key];
    if (value === undefined || value === null) return fallback;
    if (choices.includes(value as T)) return value as T;
    warn(
      `The setting ${key} has the unknown value ${JSON.stringify(value)}; ${JSON.stringify(fallback)} is used.`,
    );
    return fallback;
  };
  return {
    name: text(raw.name, d.name),
    description: text(raw.description, d.description),
    duration: settingMs(raw.duration, d.duration),
    loopCount: readLoops(raw.loopCount),
    actionDelay: settingMs(raw.actionDelay, d.actionDelay),
    stepDelay: settingMs(raw.stepDelay, d.stepDelay),
    waitTimeout: settingMs(raw.waitTimeout, d.waitTimeout),
    waitUntil: choose<WaitUntil>('waitUntil', ['visible', 'present', 'ready', false], d.waitUntil),
    screenshotOnFailure: flag(raw.screenshotOnFailure, d.screenshotOnFailure),
    clearCookies: flag(raw.clearCookies, d.clearCookies),
    clearCache: flag(raw.clearCache, d.clearCache),
    disableCache: flag(raw.disableCache, d.disableCache),
    incognito: flag(raw.incognito, d.incognito),
    userAgent: text(raw.userAgent, d.userAgent),
    device: raw.device ?? d.device,
    viewport: isRecord(raw.viewport) ? raw.viewport : d.viewport,
    ignoreHTTPSErrors: flag(raw.ignoreHTTPSErrors ?? raw.ignoreHTTPSError, d.ignoreHTTPSErrors),
    extraHTTPHeaders: readHeaders(raw.extraHTTPHeaders),
    launchArgs: texts(raw.launchArgs),
    browser: choose('browser', ['chromium', 'chrome'], d.browser),
    browserLaunchOptions: record(raw.browserLaunchOptions ?? raw.browserLaunchOption),
    blockedDomains: texts(raw.blockedDomains),
    consoleFilter: texts(raw.consoleFilter),
    responseTimeMeasurement: choose<ResponseTimeMeasurement>(
      'responseTimeMeasurement',
      ['step', 'page', 'network', 'stepWithThinkTime'],
      d.responseTimeMeasurement,
    ),
    tries: typeof raw.tries === 'number' && raw.tries > 0 ? Math.floor(raw.tries) : d.tries,
    stages: Array.isArray(raw.stages) ? raw.stages : d.stages,
  };
}

function readLoops(value: unknown): number {
  const loops = typeof value === 'string' ? Number(value) : value;
  return typeof loops === 'number' && Number.isFinite(loops) && loops > 0 ? Math.floor(loops) : -1;
}

function readHeaders(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(record(value)).map(([name, each]) => [name, String(each)]));
}

const text = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);
const flag = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback);
const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
const record = (value: unknown) => (isRecord(value) ? value : {});

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { BrowserName, BrowserSettings } from '../settings.ts';

type Json = Record<string, unknown>;

export interface NewSession {
  browser: string;
  body: string;
}

/** Headless, in Spate's sandbox, without background requests. */
const chromeArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-gpu',
];
/** Window size of the hosted service, a usual desktop size. */
const chromeSize = '--window-size=1360,1020';
const firefoxSize = ['--width=1360', '--height=1020'];

const optionKeys: Record<BrowserName, string> = {
  chrome: 'goog:chromeOptions',
  firefox: 'moz:firefoxOptions',
};

/** Capabilities that a script cannot choose, and that drivers may reject. */
const leftOut = ['platform', 'platformName', 'version', 'browserVersion'];

/**
 * Adapts a new-session request to a node: detects the browser and adds the flags that old scripts do not set. Throws when
 * the request is not a JSON object.
 */
export function editNewSession(text: string, settings: BrowserSettings): NewSession {
  const request = asObject(JSON.parse(text));
  if (!request) {
    throw new Error('a new-session request must be a JSON object');
  }
  const capabilities = asObject(request.capabilities);
  const always = asObject(capabilities?.alwaysMatch) ?? {};
  const first = asObjects(capabilities?.firstMatch);
  const desired = asObject(request.desiredCapabilities);
  const browser = normalName(
    [always, ...first, ...(desired ? [desired] : [])]
      .map((entry) => entry.browserName)
      .find((name) => typeof name === 'string' && name !== '') ?? settings.preferred,
  );
  if (browser !== 'chrome' && browser !== 'firefox') {
    return { browser, body: text };
  }
  const binary = settings.programs[browser]?.binary;
  const edit = (entry: Json) => withOptions(entry, browser, binary);
  const isInAlways = optionKeys[browser] in always;
  const edited = {
    ...request,
    capabilities: {
      // A capability may be in only one of the two.
      alwaysMatch: isInAlways ? edit(always) : withoutChoices(always),
      firstMatch: (first.length > 0 ? first : [{}]).map(isInAlways ? withoutChoices : edit),
    },
    ...(desired && { desiredCapabilities: edit(desired) }),
  };
  return { browser, body: JSON.stringify(edited) };
}

function withOptions(entry: Json, browser: BrowserName, binary: string | undefined): Json {
  const key = optionKeys[browser];
  const options = asObject(entry[key]) ?? {};
  const given = Array.isArray(options.args) ? options.args.map(String) : [];
  const args = browser === 'chrome' ? withChromeArguments(given) : withFirefoxArguments(given);
  return { ...withoutChoices(entry), [key]: { ...options, args, ...(binary && { binary }) } };
}

function withChromeArguments(given: readonly string[]): string[] {
  const names = new Set(given.map(argumentName));
  const size = names.has('window-size') || names.has('start-maximized') ? [] : [chromeSize];
  return [
    ...given,
    ...[...chromeArguments, ...size].filter((argument) => !names.has(argumentName(argument))),
  ];
}

function withFirefoxArguments(given: readonly string[]): string[] {
  const names = new Set(given.map(argumentName));
  const size = names.has('width') || names.has('height') ? [] : firefoxSize;
  return [...given, ...(names.has('headless') ? [] : ['-headless']), ...size];
}

const argumentName = (argument: string) => argument.replace(/^-+/, '').replace(/=.*$/s, '');

function withoutChoices(entry: Json): Json {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !leftOut.includes(name)));
}

function normalName(name: unknown): string {
  const text = String(name).toLowerCase();
  return text === 'chromium' ? 'chrome' : text;
}

function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function asObjects(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asObject).filter((entry) => entry !== undefined) : [];
}

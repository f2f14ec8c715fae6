import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import type { LaunchSettings } from '../script/contract.ts';

/** bubblewrap is the sandbox; Chromium's own requires rights that are not available inside. */
const ownArguments = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-crash-reporter',
  '--disable-breakpad',
  '--metrics-recording-only',
  '--mute-audio',
];
const launchTimeoutMs = 60_000;
/** Arguments that two browsers cannot share. */
const exclusive = /^--(user-data-dir|remote-debugging-port|disk-cache-dir)\b/;
/** Launch options that a script may set; the others (program, output, exit) are set by the runner. */
const allowedOptions = ['proxy', 'slowMo', 'downloadsPath', 'tracesDir'] as const;

/** The browsers of one worker. Users with the same launch options share one; a crashed browser is replaced. */
export class Browsers {
  readonly #path: string;
  readonly #shared = new Map<string, Promise<Browser>>();
  readonly #all = new Set<Browser>();

  constructor(path: string) {
    this.#path = path;
  }

  async open(settings: LaunchSettings): Promise<Browser> {
    if (settings.launchArgs.some((argument) => exclusive.test(argument))) {
      return this.#launch(settings);
    }
    const key = JSON.stringify([settings.launchArgs, allowed(settings.launchOptions)]);
    for (;;) {
      const known = this.#shared.get(key) ?? this.#share(key, this.#launch(settings));
      const browser = await known;
      if (browser.isConnected()) {
        return browser;
      }
      // Several users may detect the crash: the first one opens the replacement for all.
      if (this.#shared.get(key) === known) {
        this.#shared.delete(key);
      }
    }
  }

  #share(key: string, launching: Promise<Browser>): Promise<Browser> {
    this.#shared.set(key, launching);
    launching.catch(() => this.#shared.delete(key));
    return launching;
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled([...this.#all].map((browser) => browser.close()));
  }

  async #launch(settings: LaunchSettings): Promise<Browser> {
    const wanted = settings.launchOptions.args;
    const browser = await chromium.launch({
      ...allowed(settings.launchOptions),
      executablePath: this.#path,
      headless: true,
      chromiumSandbox: false,
      timeout: launchTimeoutMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [...ownArguments, ...settings.launchArgs, ...(Array.isArray(wanted) ? wanted.map(String) : [])],
    });
    this.#all.add(browser);
    browser.once('disconnected', () => this.#all.delete(browser));
    return browser;
  }
}

function allowed(options: Record<string, unknown>): LaunchOptions {
  return Object.fromEntries(
    allowedOptions.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
}

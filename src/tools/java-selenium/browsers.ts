import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findProgram } from '../find-program.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { findCargo, findGeckodriver, geckodriverMissing } from './geckodriver.ts';
import type { BrowserName, BrowserPrograms, BrowserSettings } from './settings.ts';

export const browserTitles: Record<BrowserName, string> = { chrome: 'Chrome', firefox: 'Firefox' };

/** Installed browsers with a driver, by their paths on this machine. */
export async function findBrowsers(cacheDir: string): Promise<BrowserSettings['programs']> {
  const [chrome, chromedriver, firefox, geckodriver] = await Promise.all([
    findChrome(),
    findProgram('chromedriver'),
    findFirefox(),
    findGeckodriver(cacheDir),
  ]);
  return {
    ...(chrome && chromedriver && { chrome: { binary: chrome, driver: chromedriver } }),
    ...(firefox && geckodriver && { firefox: { binary: firefox, driver: geckodriver } }),
  };
}

/** Missing requirements of a browser, with installation hints. Downloads nothing. */
export async function missingForBrowser(browser: BrowserName, cacheDir: string): Promise<string[]> {
  const missing: string[] = [];
  if (browser === 'chrome') {
    if (!(await findChrome())) {
      missing.push('Chromium is not installed (on Debian: apt-get install chromium).');
    }
    if (!(await findProgram('chromedriver'))) {
      missing.push('chromedriver is not installed (on Debian: apt-get install chromium-driver).');
    }
    return missing;
  }
  if (!(await findFirefox())) {
    missing.push('Firefox is not installed (on Debian: apt-get install firefox-esr).');
  }
  if (!(await findGeckodriver(cacheDir)) && !(await findCargo())) {
    missing.push(geckodriverMissing);
  }
  return missing;
}

/** Paths of the browsers inside a sandbox, and the folders to mount. */
export async function seenBrowsers(
  programs: BrowserSettings['programs'],
  sandbox: Sandbox,
): Promise<{ programs: BrowserSettings['programs']; folders: string[] }> {
  const seen: BrowserSettings['programs'] = {};
  const folders = new Set<string>();
  const see = async (path: string) => {
    const real = await realpath(path);
    folders.add(dirname(real));
    return join(sandbox.seenAt(dirname(real)), basename(real));
  };
  for (const [name, found] of Object.entries(programs) as [BrowserName, BrowserPrograms][]) {
    seen[name] = { binary: await see(found.binary), driver: await see(found.driver) };
  }
  return { programs: seen, folders: [...folders] };
}

/** Debian's `chromium` is a script that needs folders of /etc that are not in the sandbox; the program itself does not. */
async function findChrome(): Promise<string | undefined> {
  return (
    (await findProgram('chromium', '/usr/lib/chromium')) ??
    (await findFirst(['google-chrome-stable', 'google-chrome', 'chromium-browser']))
  );
}

const findFirefox = () => findFirst(['firefox-esr', 'firefox']);

async function findFirst(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const found = await findProgram(name);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

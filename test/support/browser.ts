import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ChromiumFinder } from '../../src/tools/service-chrome/chromium.ts';

const finder = new ChromiumFinder();

/** On a machine that does other things besides, half a minute is not enough for every page. */
const patienceMs = 180_000;

/** The system's Chromium, without the flags that the shell script of a distribution adds. */
export async function openBrowser(): Promise<Browser> {
  const { path: executablePath } = await finder.require();
  // Chromium refuses its own sandbox to root.
  const args =
    process.getuid?.() === 0
      ? ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=2']
      : ['--disable-gpu'];
  return chromium.launch({ executablePath, args, timeout: patienceMs });
}

/** A visit that remembers everything that a page must not do. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Addresses that were asked for. */
  requests: string[];
  /** Errors in the console, exceptions, and what the content security policy refused. */
  problems: string[];
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface VisitOptions {
  colorScheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** As a phone shows it: scrollbars over the page, touch instead of a mouse. */
  isPhone?: boolean;
  /** Of a visit that has signed in before. */
  session?: Session;
}

export async function openVisit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const { colorScheme = 'light', width = 1440, height = 900, isPhone = false, session } = options;
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    ignoreHTTPSErrors: true,
    ...(session && { storageState: session }),
  });
  context.setDefaultTimeout(patienceMs);
  const requests: string[] = [];
  const problems: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  const page = await context.newPage();
  return { page, context, requests, problems };
}

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ChromiumFinder } from '../../src/tools/service-chrome/chromium.ts';

const finder = new ChromiumFinder();

/** Half a minute is not sufficient for every page on a busy machine. */
const timeoutMs = 180_000;

/** The Chromium of the system, without flags of the distribution's wrapper script. */
export async function openBrowser(): Promise<Browser> {
  const { path: executablePath } = await finder.require();
  // Chromium does not run its sandbox as root.
  const args =
    process.getuid?.() === 0
      ? ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=2']
      : ['--disable-gpu'];
  return chromium.launch({ executablePath, args, timeout: timeoutMs });
}

/** A page with records of everything that it must not do. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Requested addresses. */
  requests: string[];
  /** Console errors, exceptions, and violations of the content security policy. */
  problems: string[];
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface VisitOptions {
  colorScheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Emulates a phone: overlay scrollbars, touch instead of a mouse. */
  isPhone?: boolean;
  /** Session of an earlier sign-in. */
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
  context.setDefaultTimeout(timeoutMs);
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

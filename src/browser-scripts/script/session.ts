import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { clearCache, setCacheDisabled } from './api/cache.ts';
import { blockDomains } from './block-domains.ts';
import { contextOptions } from './context-options.ts';
import type { UserOptions } from './contract.ts';
import { Dialogs } from './dialogs.ts';
import { NetworkRecorder } from './measure/network-recorder.ts';
import { ThinkTime } from './measure/think-time.ts';
import { NewPages } from './new-pages.ts';
import { PageConsole } from './page-console.ts';
import { addPuppeteerForms } from './page-shims.ts';
import type { Settings } from './settings.ts';
import { within } from './sleep.ts';

const maxTries = 3;
const closeMs = 10_000;

/** Browser state of one user: its context, and the page and frame of its actions. */
export class UserSession {
  /** Overridden by those of a step while it runs. */
  settings: Settings;
  /** False in hooks, which have no think time between actions. */
  isInHook = false;
  /** Of the current step, relative to the results folder. */
  screenshots: string[] = [];
  readonly base: Settings;
  readonly options: UserOptions;
  readonly recorder = new NetworkRecorder();
  readonly think = new ThinkTime();
  readonly dialogs = new Dialogs();
  readonly newPages = new NewPages();
  readonly console: PageConsole;
  #browser: Browser | null = null;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #frame: Frame | null = null;
  readonly #devtools = new WeakMap<Page, Promise<CDPSession>>();

  constructor(options: UserOptions, settings: Settings) {
    this.options = options;
    this.base = settings;
    this.settings = settings;
    this.console = new PageConsole(settings.consoleFilter, options.observer);
  }

  get isLost(): boolean {
    return this.#browser !== null && !this.#browser.isConnected();
  }

  get context(): BrowserContext {
    if (this.#context === null) throw new Error('The browser is not open');
    return this.#context;
  }

  get page(): Page {
    if (this.#page === null || this.#page.isClosed()) {
      const other = this.#context?.pages().at(-1);
      if (other === undefined) throw new Error('The page has been closed');
      this.usePage(other);
      return other;
    }
    return this.#page;
  }

  /** The frame for searches: the main frame unless the script switched. */
  get frame(): Frame {
    const page = this.page;
    if (this.#frame === null) return page.mainFrame();
    if (!this.#frame.isDetached()) return this.#frame;
    this.#frame = null;
    throw new Error('Frame is detached');
  }

  usePage(page: Page): void {
    this.#page = page;
    this.#frame = null;
  }

  useFrame(frame: Frame | null): void {
    this.#frame = frame;
  }

  /** A CDP session, one per page. */
  async devtools(page: Page = this.page): Promise<CDPSession> {
    const open = this.#devtools.get(page) ?? this.context.newCDPSession(page);
    this.#devtools.set(page, open);
    return open;
  }

  /** Opens a new page. The context stays from one iteration to the next unless the settings require a new one. */
  async startIteration(): Promise<void> {
    this.settings = this.base;
    for (let tries = 1; ; tries += 1) {
      try {
        const browser = await this.#openBrowser();
        return await unlessLost(browser, this.#openPage(browser));
      } catch (error) {
        // A shared browser may crash at any time; request a new one.
        await this.close();
        if (tries >= maxTries || this.options.stop.aborted) throw error;
      }
    }
  }

  async close(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    this.#page = null;
    this.#frame = null;
    if (context === null) return;
    await within(closeMs, context.close(), undefined);
  }

  async #openPage(browser: Browser): Promise<void> {
    await this.#ensureContext(browser);
    const { context, base } = this;
    const old = context.pages();
    if (base.clearCookies) await context.clearCookies();
    await context.setExtraHTTPHeaders(base.extraHTTPHeaders);
    this.usePage(await context.newPage());
    this.newPages.clear();
    await Promise.all(old.map((page) => page.close().catch(() => {})));
    if (base.clearCache) await clearCache(this, this.page);
    if (base.disableCache) await setCacheDisabled(this, this.page, true);
  }

  async #ensureContext(browser: Browser): Promise<void> {
    if (this.#context?.browser() === browser && !this.base.incognito) return;
    await this.close();
    const context = await browser.newContext(contextOptions(this.base));
    context.setDefaultTimeout(this.base.waitTimeout);
    this.recorder.watch(context);
    this.newPages.watch(context);
    context.on('page', (page) => this.#adopt(page));
    await blockDomains(context, this.base.blockedDomains, (request) => this.recorder.ignore(request));
    this.#context = context;
  }

  async #openBrowser(): Promise<Browser> {
    if (this.#browser?.isConnected()) return this.#browser;
    const { launchArgs, browserLaunchOptions, ignoreHTTPSErrors } = this.base;
    this.#browser = await this.options.openBrowser({
      launchArgs,
      launchOptions: browserLaunchOptions,
      ignoreHttpsErrors: ignoreHTTPSErrors,
    });
    return this.#browser;
  }

  #adopt(page: Page): void {
    this.dialogs.watch(page);
    this.console.watch(page);
    addPuppeteerForms(page, this);
  }
}

/** Fails when the browser is lost before the work is done: Playwright's `newPage` then never settles. */
async function unlessLost(browser: Browser, work: Promise<void>): Promise<void> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const onLost = () => reject(new Error('The browser was lost while a page opened'));
  browser.once('disconnected', onLost);
  try {
    await Promise.race([work, lost]);
  } finally {
    browser.off('disconnected', onLost);
  }
}

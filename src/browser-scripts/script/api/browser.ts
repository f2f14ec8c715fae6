import type { BrowserContext, Cookie, Frame, Page } from 'playwright-core';
import { type ScreenshotOptions, takeScreenshot } from '../measure/screenshot.ts';
import type { UserSession } from '../session.ts';
import type { Settings } from '../settings.ts';
import { act } from './action.ts';
import { autoWait } from './auto-wait.ts';
import { awaitable } from './awaitable.ts';
import { clearCache, setCacheDisabled } from './cache.ts';
import { type ClickOptions, clickElement } from './clicking.ts';
import { type CookieFilter, getCookies } from './cookies.ts';
import { dragOnto } from './dragging.ts';
import { ElementHandle } from './element-handle.ts';
import { applyViewport, emulateDevice, setUserAgent } from './emulation.ts';
import { evaluateIn } from './evaluate.ts';
import { findMany, findMaybe, findOne, type Locatable, toLocator } from './find.ts';
import type { PageNode } from './in-page/dom.ts';
import { Keyboard, type PressOptions, pressKey } from './keyboard.ts';
import { mimeTypeOf } from './mime-type.ts';
import { Mouse } from './mouse.ts';
import { type VisitOptions, visit } from './navigation.ts';
import type { PageFunction } from './page-function.ts';
import { navigationTiming, paintTiming, performanceTiming } from './page-performance.ts';
import { resolveFile } from './resolve-file.ts';
import { type ScrollOptions, scrollBy, scrollTo } from './scrolling.ts';
import { type Choice, selectOptions } from './selecting.ts';
import { TargetLocator } from './target-locator.ts';
import { clearElement, pressTogether, sendKeys, type TypeOptions, typeInto } from './typing.ts';
import { waitFor } from './waiting.ts';

/** The first argument of every step: what a user does with a page. */
export class Browser {
  readonly mouse: Mouse;
  readonly keyboard: Keyboard;
  /** For what a script wants to keep. */
  customContext: unknown = null;
  readonly #session: UserSession;

  constructor(session: UserSession) {
    this.#session = session;
    this.mouse = new Mouse(session);
    this.keyboard = new Keyboard(session);
  }

  get settings(): Settings {
    return this.#session.settings;
  }

  /** Playwright's own page, with the forms of the older library added. */
  get page(): Page {
    return this.#session.page;
  }

  /** A list that may also be awaited, as it had to be once. */
  get pages(): Page[] {
    return awaitable(this.#session.context.pages());
  }

  get frames(): Frame[] {
    return this.#session.page.frames();
  }

  get target(): Frame {
    return this.#session.frame;
  }

  get url(): string {
    return this.#session.page.url();
  }

  get browser(): string {
    return 'chromium';
  }

  get screenshots(): string[] {
    return this.#session.screenshots;
  }

  get workRoot(): string {
    return this.#session.options.resultsFolder;
  }

  visit(url: string, options?: VisitOptions): Promise<unknown> {
    return this.#action('visit', [url], () => visit(this.#session, url, options));
  }

  wait(what: unknown): Promise<unknown> {
    return act(this.#session, { name: 'wait', keepsDialog: true, args: [what] }, () =>
      waitFor(this.#session, what),
    );
  }

  waitForNavigation(): Promise<unknown> {
    const timeout = this.settings.waitTimeout;
    return this.#call('waitForNavigation', () =>
      this.#session.page.waitForNavigation({ waitUntil: 'domcontentloaded', timeout }),
    );
  }

  click(what: Locatable, options?: ClickOptions): Promise<void> {
    return this.#onElement('click', what, (element) => clickElement(this.#session, element, options));
  }

  doubleClick(what: Locatable, options?: ClickOptions): Promise<void> {
    return this.#onElement('doubleClick', what, (element) =>
      clickElement(this.#session, element, { ...options, clickCount: 2 }),
    );
  }

  type(what: Locatable, text: string, options?: TypeOptions): Promise<void> {
    return this.#onElement('type', what, (element) => typeInto(element, this.page.keyboard, text, options));
  }

  clear(what: Locatable): Promise<void> {
    return this.#action('clear', [what], async () => {
      await autoWait(this.#session, [what]);
      for (const element of await findMany(this.#session, what)) await clearElement(element);
    });
  }

  press(key: string, options?: PressOptions): Promise<void> {
    return this.#action('press', [key], () => pressKey(this.#session, key, options));
  }

  sendKeys(...keys: unknown[]): Promise<void> {
    return this.#action('sendKeys', keys, () => sendKeys(this.page.keyboard, keys));
  }

  sendKeyCombinations(...keys: unknown[]): Promise<void> {
    return this.#action('sendKeyCombinations', keys, () => pressTogether(this.page.keyboard, keys));
  }

  focus(what: Locatable): Promise<void> {
    return this.#onElement('focus', what, (element) => element.focus());
  }

  blur(what: Locatable): Promise<void> {
    return this.#onElement('blur', what, (element) => element.evaluate((node: PageNode) => node.blur()));
  }

  selectByValue(what: Locatable, ...values: unknown[]): Promise<string[]> {
    return this.#select('selectByValue', what, { by: 'value', wanted: values.flat().map(String) });
  }

  selectByIndex(what: Locatable, index: string | number): Promise<string[]> {
    return this.#select('selectByIndex', what, { by: 'index', wanted: [String(index)] });
  }

  selectByText(what: Locatable, text: string): Promise<string[]> {
    return this.#select('selectByText', what, { by: 'text', wanted: [String(text)] });
  }

  findElement(what: Locatable): Promise<ElementHandle> {
    return this.#call('findElement', async () => {
      await autoWait(this.#session, [what]);
      return this.#wrap(await findOne(this.#session, what), what);
    });
  }

  maybeFindElement(what: Locatable): Promise<ElementHandle | null> {
    return this.#call('maybeFindElement', async () => {
      const element = what === null || what === undefined ? null : await findMaybe(this.#session, what);
      return element === null ? null : this.#wrap(element, what);
    });
  }

  findElements(what: Locatable): Promise<ElementHandle[]> {
    return this.#call('findElements', async () => {
      await autoWait(this.#session, [what]);
      return (await findMany(this.#session, what)).map((element) => this.#wrap(element, what));
    });
  }

  extractText(what: Locatable): Promise<string> {
    return this.#call('extractText', async () => {
      const element = await findOne(this.#session, what);
      return ((await element.textContent()) ?? '').trim();
    });
  }

  highlightElement(what: Locatable): Promise<void> {
    return this.#call('highlightElement', async () => {
      await autoWait(this.#session, [what]);
      await this.#wrap(await findOne(this.#session, what), what).highlight();
    });
  }

  switchTo(): TargetLocator {
    return new TargetLocator(this.#session);
  }

  evaluate(code: PageFunction, ...args: unknown[]): Promise<unknown> {
    return this.#call('evaluate', () => evaluateIn(this.#session.frame, code, args));
  }

  title(): Promise<string> {
    return this.#call('title', () => this.#session.page.title());
  }

  getUrl(): string {
    return this.url;
  }

  takeScreenshot(options?: ScreenshotOptions): Promise<void> {
    return this.#call('takeScreenshot', async () => {
      const path = await takeScreenshot(this.page, this.workRoot, options);
      this.#session.screenshots.push(path);
      this.#session.options.observer.onLog('runner', 'info', `Screenshot saved in ${path}`);
    });
  }

  /** Without arguments the credentials are taken away. */
  authenticate(username?: string, password?: string): Promise<void> {
    const credentials = username === undefined ? null : { username, password: password ?? '' };
    return this.#call('authenticate', () => this.#session.context.setHTTPCredentials(credentials));
  }

  clearBrowserCookies(): Promise<void> {
    return this.#call('clearBrowserCookies', () => this.#session.context.clearCookies());
  }

  clearBrowserCache(): Promise<void> {
    return this.#call('clearBrowserCache', () => clearCache(this.#session, this.page));
  }

  setCacheDisabled(cacheDisabled = true): Promise<void> {
    return this.#call('setCacheDisabled', () => setCacheDisabled(this.#session, this.page, cacheDisabled));
  }

  emulateDevice(device: unknown): Promise<void> {
    return this.#call('emulateDevice', () => emulateDevice(this.#session, this.page, device));
  }

  setUserAgent(userAgent: string): Promise<void> {
    return this.#call('setUserAgent', () => setUserAgent(this.#session, this.page, userAgent));
  }

  setViewport(viewport: object): Promise<void> {
    return this.#call('setViewport', () => applyViewport(this.#session, this.page, { ...viewport }));
  }

  setExtraHTTPHeaders(headers: Record<string, string>): Promise<void> {
    return this.#call('setExtraHTTPHeaders', () => this.#session.context.setExtraHTTPHeaders(headers));
  }

  /** The next page that opens, or one that opened in this iteration; it becomes the current one. */
  waitForNewPage(): Promise<Page> {
    return this.#call('waitForNewPage', async () => {
      const page = await this.#session.newPages.next(this.settings.waitTimeout);
      await page.waitForLoadState('domcontentloaded').catch(() => {});
      this.#session.usePage(page);
      return page;
    });
  }

  getCookies(filter?: CookieFilter): Promise<Cookie[]> {
    return this.#call('getCookies', () => getCookies(this.#session.context, filter));
  }

  scrollBy(x: number | string, y: number | string, options?: ScrollOptions): Promise<void> {
    return this.#action('scrollBy', [x, y], () => scrollBy(this.#session.frame, x, y, options));
  }

  scrollTo(target: Locatable, options?: ScrollOptions): Promise<void> {
    return this.#action('scrollTo', [target], () => scrollTo(this.#session, target, options));
  }

  drag(from: Locatable, to: Locatable): Promise<void> {
    return this.#call('drag', async () => {
      await autoWait(this.#session, [from, to]);
      await dragOnto(await findOne(this.#session, from), await findOne(this.#session, to));
    });
  }

  getMimeType(path: string): string | false {
    return mimeTypeOf(path);
  }

  context(): BrowserContext {
    return this.#session.context;
  }

  close(): Promise<void> {
    return this.#call('close', () => this.#session.close());
  }

  testData(name: string): string {
    return resolveFile(name, this.#session.options);
  }

  performanceTiming(): Promise<unknown> {
    return this.#call('performanceTiming', () => performanceTiming(this.page));
  }

  navigationTiming(): Promise<unknown> {
    return this.#call('navigationTiming', () => navigationTiming(this.page));
  }

  paintTiming(): Promise<unknown> {
    return this.#call('paintTiming', () => paintTiming(this.page));
  }

  async interactionTiming(): Promise<number> {
    return 0;
  }

  /** Once kept values; does nothing, as it did. */
  set(_key: string, _value: unknown): void {}

  get(_key: string): void {}

  #select(name: string, what: Locatable, choice: Choice): Promise<string[]> {
    return this.#onElement(name, what, (element) => selectOptions(element, choice), choice.wanted);
  }

  #onElement<T>(
    name: string,
    what: Locatable,
    body: (element: Awaited<ReturnType<typeof findOne>>) => Promise<T>,
    more: unknown[] = [],
  ): Promise<T> {
    return this.#action(name, [what, ...more], async () => {
      await autoWait(this.#session, [what]);
      return body(await findOne(this.#session, what));
    });
  }

  /** An action that a user thinks about first. */
  #action<T>(name: string, args: unknown[], body: () => Promise<T>): Promise<T> {
    return act(this.#session, { name, hasDelay: true, args }, body);
  }

  #call<T>(name: string, body: () => Promise<T>): Promise<T> {
    return act(this.#session, { name }, body);
  }

  #wrap(element: Awaited<ReturnType<typeof findOne>>, what: Locatable): ElementHandle {
    return new ElementHandle(element, this.#session, toLocator(what).toErrorString());
  }
}

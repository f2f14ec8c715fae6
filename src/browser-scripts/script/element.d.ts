// biome-ignore-all lint/suspicious/noExplicitAny: rows, pages and results are whatever a script makes of them
// Types for browser scripts. Keep this file beside a script and editors know what can be imported.

declare module '@flood/element' {
  // ---------------------------------------------------------------- steps

  /** What a step does. `data` is the row of test data of this iteration. */
  export type TestFn = (browser: Browser, data?: any) => any;
  /** Decides at run time whether a step runs. */
  export type ConditionFn = (browser: Browser) => boolean | Promise<boolean>;
  export type HookFn = (browser: Browser, data?: any) => any;
  export type WaitUntil = 'visible' | 'present' | 'ready' | false | null;

  /** What holds for one step only. */
  export interface StepOptions {
    /** How long waits and page loads may take: `'30s'`, a number of seconds below 1000, milliseconds from there on. */
    waitTimeout?: string | number;
    waitUntil?: WaitUntil;
    /** How often the step may be recovered. */
    tries?: number;
  }

  interface StepForms {
    (name: string, fn: TestFn): void;
    (name: string, options: StepOptions, fn: TestFn): void;
    (options: StepOptions, fn: TestFn): void;
    (fn: TestFn): void;
  }

  interface ConditionalStepForms {
    (condition: ConditionFn, name: string, fn: TestFn): void;
    (condition: ConditionFn, name: string, options: StepOptions, fn: TestFn): void;
    (condition: ConditionFn, options: StepOptions, fn: TestFn): void;
    (condition: ConditionFn, fn: TestFn): void;
  }

  interface RepeatedStepForms {
    (count: number, name: string, fn: TestFn): void;
    (count: number, name: string, options: StepOptions, fn: TestFn): void;
    (count: number, options: StepOptions, fn: TestFn): void;
    (count: number, fn: TestFn): void;
  }

  export interface StepFunction extends StepForms {
    /** Runs in the first iteration only. */
    once: StepForms;
    /** Never runs. */
    skip: StepForms;
    /** Runs when the step of that name failed; without a name, for all steps that have none of their own. */
    recovery: StepForms;
    if: ConditionalStepForms;
    unless: ConditionalStepForms;
    /** Runs again and again as long as the condition holds. */
    while: ConditionalStepForms;
    /** Runs so many times in a row. */
    repeat: RepeatedStepForms;
  }

  /** One measured part of a test; its name is its label in the report. Steps run in the order they are written. */
  export const step: StepFunction;

  /** What a recovery returns: run the step again, start the iteration over, or go on with the next step. */
  export const RecoverWith: {
    readonly RETRY: 'retry';
    readonly RESTART: 'restart';
    readonly CONTINUE: 'continue';
  };

  /** Before the first step of every iteration. */
  export function beforeAll(fn: HookFn, waitTimeout?: string | number): void;
  /** At the end of every iteration, failed or not. */
  export function afterAll(fn: HookFn, waitTimeout?: string | number): void;
  export function beforeEach(fn: HookFn, waitTimeout?: string | number): void;
  export function afterEach(fn: HookFn, waitTimeout?: string | number): void;

  /** The form of older scripts. */
  export const suite: {
    (callback: (step: StepFunction) => void): (step: StepFunction) => void;
    withData<T>(
      source: TestDataSource<T>,
      callback: (step: StepFunction) => void,
    ): (step: StepFunction) => void;
  };
  /** @deprecated Only throws; write `export default suite(step => { … })`. */
  export function test(...args: unknown[]): never;

  // ---------------------------------------------------------------- settings

  export type ConsoleMethod = 'log' | 'info' | 'debug' | 'warn' | 'error';
  export type ResponseTiming = 'step' | 'page' | 'network' | 'stepWithThinkTime';
  export type BrowserType = 'chrome' | 'chromium';

  export interface Viewport {
    width: number;
    height: number;
    deviceScaleFactor?: number;
    isMobile?: boolean;
    hasTouch?: boolean;
    isLandscape?: boolean;
  }

  /** Exported as `settings`. Times: `'2s'`, a number of seconds below 1000, milliseconds from there on. */
  export interface TestSettings {
    name?: string;
    description?: string;
    /** No new iteration starts after it. A run's own duration wins. */
    duration?: string | number;
    /** How many iterations; without it, as many as the duration allows. */
    loopCount?: number;
    /** Think time before each action; `'0s'` for none. 2 s unless set. */
    actionDelay?: string | number;
    /** Think time after each passed step; `'0s'` for none. 6 s unless set. */
    stepDelay?: string | number;
    /** For waits and page loads. 30 s unless set. */
    waitTimeout?: string | number;
    /** What actions wait for by themselves before they touch an element. */
    waitUntil?: WaitUntil;
    screenshotOnFailure?: boolean;
    clearCookies?: boolean;
    clearCache?: boolean;
    disableCache?: boolean;
    /** A fresh context for each iteration. */
    incognito?: boolean;
    userAgent?: string;
    device?: DeviceDescriptor | string | null;
    viewport?: Viewport | null;
    ignoreHTTPSErrors?: boolean;
    ignoreHTTPSError?: boolean;
    extraHTTPHeaders?: { [name: string]: string };
    launchArgs?: string[];
    browser?: BrowserType;
    browserLaunchOptions?: { [name: string]: any };
    /** Patterns of hosts, such as `*.example.com`, that nothing is loaded from. */
    blockedDomains?: string[];
    /** Lines of pages that are not shown. */
    consoleFilter?: ConsoleMethod[];
    responseTimeMeasurement?: ResponseTiming;
    tries?: number;
    [other: string]: any;
  }

  /** Another way to give settings; wins over the exported ones. */
  export function setup(settings: TestSettings): void;
  export const DEFAULT_SETTINGS: TestSettings;

  // ---------------------------------------------------------------- elements

  export interface Locator {
    find(...args: any[]): Promise<any>;
    findMany(...args: any[]): Promise<any[]>;
    readonly pageFunc: any;
    readonly pageFuncMany: any;
    readonly pageFuncArgs: any[];
    toErrorString(): string;
  }
  export type Locatable = string | Locator | ElementHandle;
  export type NullableLocatable = Locatable | null;

  /** For locators of a script's own. The functions run in the page. */
  export class BaseLocator implements Locator {
    constructor(
      builder: {
        pageFunc: (...args: any[]) => any;
        pageFuncMany: (...args: any[]) => any;
        pageFuncArgs: any[];
      },
      errorString?: string,
    );
    find(...args: any[]): Promise<any>;
    findMany(...args: any[]): Promise<any[]>;
    readonly pageFunc: any;
    readonly pageFuncMany: any;
    readonly pageFuncArgs: any[];
    toErrorString(): string;
  }

  export const By: {
    css(selector: string): Locator;
    id(id: string): Locator;
    nameAttr(value: string): Locator;
    attr(tag: string, attribute: string, value: string): Locator;
    tagName(name: string): Locator;
    xpath(expression: string): Locator;
    linkText(text: string): Locator;
    partialLinkText(text: string): Locator;
    visibleText(text: string): Locator;
    partialVisibleText(text: string): Locator;
    /** A function that runs in the page and gives an element, or a list for `findElements`. */
    js(code: string | ((...args: any[]) => any), ...args: any[]): Locator;
  };

  /** What `browser.wait` waits for. */
  export interface Condition {
    readonly desc: string;
  }

  export const Until: {
    /** Also switches to the frame. */
    ableToSwitchToFrame(name: string): Condition;
    /** `wait` gives the dialog, or null when none opened. */
    alertIsPresent(): Condition;
    elementLocated(what: Locatable): Condition;
    elementsLocated(what: Locatable, atLeast?: number): Condition;
    elementIsVisible(what: Locatable): Condition;
    elementIsNotVisible(what: Locatable): Condition;
    elementIsEnabled(what: Locatable): Condition;
    elementIsDisabled(what: Locatable): Condition;
    elementIsSelected(what: Locatable): Condition;
    elementIsNotSelected(what: Locatable): Condition;
    elementTextIs(what: Locatable, text: string): Condition;
    elementTextIsNot(what: Locatable, text: string): Condition;
    elementTextContains(what: Locatable, text: string): Condition;
    elementTextDoesNotContain(what: Locatable, text: string): Condition;
    elementTextMatches(what: Locatable, text: RegExp): Condition;
    elementTextDoesNotMatch(what: Locatable, text: RegExp): Condition;
    titleIs(title: string): Condition;
    titleIsNot(title: string): Condition;
    titleContains(title: string): Condition;
    titleDoesNotContain(title: string): Condition;
    titleMatches(title: RegExp): Condition;
    titleDoesNotMatch(title: RegExp): Condition;
    urlIs(url: string): Condition;
    urlIsNot(url: string): Condition;
    urlContains(url: string): Condition;
    urlDoesNotContain(url: string): Condition;
    urlMatches(url: RegExp): Condition;
    urlDoesNotMatch(url: RegExp): Condition;
  };

  export interface ClickOptions {
    button?: 'left' | 'right' | 'middle';
    clickCount?: number;
    /** Milliseconds between down and up. */
    delay?: number;
  }

  export interface TypeOptions {
    /** Milliseconds between keys. */
    delay?: number;
  }

  export interface ScreenshotOptions {
    path?: string;
    type?: 'png' | 'jpeg';
    quality?: number;
    fullPage?: boolean;
    clip?: { x: number; y: number; width: number; height: number };
    omitBackground?: boolean;
    encoding?: string;
  }

  export interface NavigationOptions {
    timeout?: number;
    waitUntil?: LoadEvent | LoadEvent[];
    referer?: string;
  }
  export type LoadEvent =
    | 'load'
    | 'domcontentloaded'
    | 'networkidle'
    | 'networkidle0'
    | 'networkidle2'
    | 'commit';

  export interface BoundingBox {
    x: number;
    y: number;
    width: number;
    height: number;
  }

  export interface ElementHandle extends Locator {
    /** Playwright's own handle. */
    readonly element: any;
    click(options?: ClickOptions): Promise<void>;
    doubleClick(options?: ClickOptions): Promise<void>;
    clear(): Promise<void>;
    focus(): Promise<void>;
    blur(): Promise<void>;
    type(text: string, options?: TypeOptions): Promise<void>;
    sendKeys(...keys: (string | null)[]): Promise<void>;
    /** Files of the test. */
    uploadFile(...names: string[]): Promise<void>;
    takeScreenshot(options?: ScreenshotOptions): Promise<void>;
    findElement(what: Locatable): Promise<ElementHandle | null>;
    findElements(what: Locatable): Promise<ElementHandle[]>;
    tagName(): Promise<string | null>;
    getId(): Promise<string | null>;
    getAttribute(name: string): Promise<string | null>;
    getProperty(name: string): Promise<any>;
    isSelected(): Promise<boolean>;
    isSelectable(): Promise<boolean>;
    isDisplayed(): Promise<boolean>;
    isEnabled(): Promise<boolean>;
    text(): Promise<string>;
    size(): Promise<{ width: number; height: number }>;
    location(): Promise<{ x: number; y: number }>;
    centerPoint(): Promise<[number, number]>;
    drag(to: ElementHandle): Promise<void>;
    highlight(): Promise<void>;
    clearHighlights(): Promise<void>;
    dispose(): Promise<void>;
    bindBrowser(...args: any[]): any;
  }

  // ---------------------------------------------------------------- browser

  export interface TargetLocator {
    activeElement(): Promise<ElementHandle | null>;
    defaultContent(): Promise<void>;
    /** By index, by name or id, or by its element; null leads back to the whole page. */
    frame(id: number | string | ElementHandle | null): Promise<void>;
    page(page: number | any): Promise<void>;
  }

  export interface Mouse {
    click(x: number, y: number, options?: ClickOptions): Promise<void>;
    click(point: [number, number], options?: ClickOptions): Promise<void>;
    click(element: ElementHandle, options?: ClickOptions): Promise<void>;
    down(options?: ClickOptions): Promise<void>;
    up(options?: ClickOptions): Promise<void>;
    move(x: number, y: number, options?: { steps?: number }): Promise<void>;
    drag(from: [number, number], to: [number, number]): Promise<void>;
  }

  export interface Keyboard {
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
    press(key: string, options?: { text?: string; delay?: number }): Promise<void>;
    type(text: string, options?: TypeOptions): Promise<void>;
    sendCharacter(character: string): Promise<void>;
  }

  export interface ScrollOptions {
    behavior?: 'auto' | 'smooth';
    block?: 'start' | 'center' | 'end' | 'nearest';
    inline?: 'start' | 'center' | 'end' | 'nearest';
  }

  export interface Cookie {
    name: string;
    value: string;
    domain: string;
    path: string;
    expires: number;
    httpOnly: boolean;
    secure: boolean;
    sameSite: string;
  }

  /** The first argument of every step. */
  export interface Browser {
    readonly settings: TestSettings;
    /** Playwright's page. */
    readonly page: any;
    readonly pages: any;
    readonly frames: any[];
    readonly target: any;
    readonly url: string;
    readonly mouse: Mouse;
    readonly keyboard: Keyboard;
    readonly screenshots: string[];
    readonly workRoot: any;
    readonly browser: BrowserType;
    customContext: any;

    visit(url: string, options?: NavigationOptions): Promise<any>;
    /** For a condition, or for a time: `2` and `'2s'` are two seconds. */
    wait(what: Condition | number | string): Promise<any>;
    waitForNavigation(): Promise<any>;
    /** The next page that opens; it becomes the current one. */
    waitForNewPage(): Promise<any>;
    click(what: NullableLocatable, options?: ClickOptions): Promise<void>;
    doubleClick(what: NullableLocatable, options?: ClickOptions): Promise<void>;
    type(what: NullableLocatable, text: string, options?: TypeOptions): Promise<void>;
    clear(what: NullableLocatable): Promise<void>;
    press(key: string | null, options?: { text?: string; delay?: number }): Promise<void>;
    /** Values of `Key` are pressed, other texts typed. */
    sendKeys(...keys: (string | null)[]): Promise<void>;
    /** All keys at once. */
    sendKeyCombinations(...keys: (string | null)[]): Promise<void>;
    focus(what: NullableLocatable): Promise<void>;
    blur(what: NullableLocatable): Promise<void>;
    selectByValue(what: NullableLocatable, ...values: string[]): Promise<string[]>;
    selectByIndex(what: NullableLocatable, index: string | number): Promise<string[]>;
    selectByText(what: NullableLocatable, text: string): Promise<string[]>;
    findElement(what: NullableLocatable): Promise<ElementHandle>;
    maybeFindElement(what: NullableLocatable): Promise<ElementHandle | null>;
    findElements(what: NullableLocatable): Promise<ElementHandle[]>;
    extractText(what: NullableLocatable): Promise<string>;
    highlightElement(what: NullableLocatable): Promise<void>;
    switchTo(): TargetLocator;
    /** Runs code in the page. */
    evaluate(code: string | ((...args: any[]) => any), ...args: any[]): Promise<any>;
    title(): Promise<string>;
    getUrl(): string;
    takeScreenshot(options?: ScreenshotOptions): Promise<void>;
    authenticate(username?: string, password?: string): Promise<void>;
    clearBrowserCookies(): Promise<any>;
    clearBrowserCache(): Promise<any>;
    setCacheDisabled(isDisabled?: boolean): Promise<void>;
    emulateDevice(device: DeviceDescriptor | string): Promise<void>;
    setUserAgent(userAgent: string): Promise<void>;
    setViewport(viewport: Viewport): Promise<void>;
    setExtraHTTPHeaders(headers: { [name: string]: string }): Promise<void>;
    getCookies(filter?: { urls?: string | string[]; names?: string | string[] }): Promise<Cookie[]>;
    scrollBy(
      x: number | 'window.innerWidth',
      y: number | 'window.innerHeight',
      options?: ScrollOptions,
    ): Promise<void>;
    scrollTo(
      target: Locator | ElementHandle | [number, number] | 'top' | 'bottom' | 'left' | 'right',
      options?: ScrollOptions,
    ): Promise<void>;
    drag(from: Locatable, to: Locatable): Promise<void>;
    getMimeType(path: string): string | false;
    context(): any;
    close(): Promise<void>;
    /** The path of a file of the test. */
    testData(name: string): string;
    performanceTiming(): Promise<any>;
    navigationTiming(): Promise<any>;
    paintTiming(): Promise<any>;
    interactionTiming(): Promise<number>;
  }
  export type Driver = Browser;

  // ---------------------------------------------------------------- data and constants

  export interface TestDataSource<T = any> {
    /** Whether rows start again at the end; they do unless told not to. */
    circular(isCircular?: boolean): this;
    shuffle(isShuffled?: boolean): this;
    filter(filter: (row: T, index: number, instanceID: string) => boolean): this;
    /** The name of its row when there are several sources. */
    as(alias: string): this;
    clear(): void;
    feed(): T | null;
    peek(): T | undefined;
    readonly size: number;
    readonly isComplete: boolean;
    readonly isEmpty: boolean;
    readonly isStart: boolean;
    multiple: boolean;
  }

  export interface TestDataFactory {
    fromCSV<T = any>(file: string, separator?: string): TestDataSource<T>;
    fromJSON<T = any>(file: string): TestDataSource<T>;
    fromData<T = any>(rows: T[]): TestDataSource<T>;
  }

  /** Each iteration gets the next row. */
  export const TestData: TestDataFactory;

  export interface FloodProcessEnv {
    /** Number of the user on its node, from 0. */
    readonly BROWSER_ID: number;
    readonly FLOOD_GRID_REGION: string;
    readonly FLOOD_GRID_SEQUENCE_ID: number;
    readonly FLOOD_GRID_SQEUENCE_ID: number;
    readonly FLOOD_GRID_INDEX: number;
    readonly FLOOD_GRID_NODE_SEQUENCE_ID: number;
    readonly FLOOD_NODE_INDEX: number;
    readonly FLOOD_SEQUENCE_ID: number;
    readonly FLOOD_PROJECT_ID: number;
    /** Another number for each user of a run. */
    readonly SEQUENCE: number;
    /** False while a script is tried out. */
    readonly FLOOD_LOAD_TEST: boolean;
  }
  export const ENV: FloodProcessEnv;

  export interface DeviceDescriptor {
    name?: string;
    userAgent: string;
    viewport: { width: number; height: number };
    deviceScaleFactor: number;
    isMobile: boolean;
    hasTouch: boolean;
  }
  /** By name (`Device['iPhone X']`) or by old name (`Device.iPhoneX`). */
  export const Device: { readonly [name: string]: DeviceDescriptor };
  export const userAgents: { readonly [name: string]: string };
  export const MouseButtons: { readonly LEFT: 'left'; readonly RIGHT: 'right'; readonly MIDDLE: 'middle' };
  export const Key: { readonly [name: string]: string };
}

declare module '@flood/chrome' {
  export * from '@flood/element';
}

declare module 'faker' {
  const faker: any;
  export default faker;
  export const address: any;
  export const commerce: any;
  export const company: any;
  export const date: any;
  export const finance: any;
  export const hacker: any;
  export const helpers: any;
  export const image: any;
  export const internet: any;
  export const lorem: any;
  export const name: any;
  export const phone: any;
  export const random: any;
  export const system: any;
}

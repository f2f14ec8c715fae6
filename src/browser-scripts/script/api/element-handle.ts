import type { ElementHandle as Handle } from 'playwright-core';
import { type ScreenshotOptions, takeScreenshot } from '../measure/screenshot.ts';
import type { UserSession } from '../session.ts';
import { act } from './action.ts';
import { type ClickOptions, clickElement } from './clicking.ts';
import { dragOnto } from './dragging.ts';
import { type Locatable, ofElement, toLocator } from './find.ts';
import type { PageDocument, PageNode } from './in-page/dom.ts';
import { findAll, findFirst } from './locator.ts';
import { resolveFile } from './resolve-file.ts';
import { clearElement, sendKeys, type TypeOptions, typeInto } from './typing.ts';

declare const document: PageDocument;

/** An element of a page; can be used wherever a locator can. */
export class ElementHandle {
  readonly element: Handle;
  readonly errorString: string;
  readonly #session: UserSession;

  constructor(element: Handle, session: UserSession, errorString = 'an element') {
    this.element = element;
    this.errorString = errorString;
    this.#session = session;
  }

  get pageFunc() {
    return ofElement(this.element, this.errorString).pageFunc;
  }

  get pageFuncMany() {
    return ofElement(this.element, this.errorString).pageFuncMany;
  }

  get pageFuncArgs() {
    return [this.element];
  }

  bindBrowser(): this {
    return this;
  }

  async find(): Promise<this> {
    return this;
  }

  async findMany(): Promise<this[]> {
    return [this];
  }

  toErrorString(): string {
    return this.errorString;
  }

  toString(): string {
    return this.errorString;
  }

  click(options?: ClickOptions): Promise<void> {
    return this.#do('click', () => clickElement(this.#session, this.element, options));
  }

  doubleClick(options?: ClickOptions): Promise<void> {
    return this.#do('doubleClick', () =>
      clickElement(this.#session, this.element, { ...options, clickCount: 2 }),
    );
  }

  clear(): Promise<void> {
    return this.#do('clear', () => clearElement(this.element));
  }

  focus(): Promise<void> {
    return this.#do('focus', () => this.element.focus());
  }

  blur(): Promise<void> {
    return this.#do('blur', () => this.element.evaluate((node: PageNode) => node.blur()));
  }

  type(text: string, options?: TypeOptions): Promise<void> {
    return this.#do('type', () => typeInto(this.element, this.#session.page.keyboard, text, options));
  }

  sendKeys(...keys: unknown[]): Promise<void> {
    return this.#do('sendKeys', async () => {
      await this.element.focus();
      await sendKeys(this.#session.page.keyboard, keys);
    });
  }

  /** Uploaded files of the test. */
  uploadFile(...names: string[]): Promise<void> {
    return this.#do('uploadFile', async () => {
      const { options } = this.#session;
      await this.element.setInputFiles(names.map((name) => resolveFile(name, options)));
    });
  }

  takeScreenshot(options?: ScreenshotOptions): Promise<void> {
    return this.#do('takeScreenshot', async () => {
      const { resultsFolder } = this.#session.options;
      this.#session.screenshots.push(await takeScreenshot(this.element, resultsFolder, options));
    });
  }

  findElement(locatable: Locatable): Promise<ElementHandle | null> {
    return this.#do('findElement', async () => {
      const locator = toLocator(locatable);
      const frame = (await this.element.ownerFrame()) ?? this.#session.frame;
      const found = await findFirst(locator, frame, this.element);
      return found === null ? null : new ElementHandle(found, this.#session, locator.toErrorString());
    });
  }

  findElements(locatable: Locatable): Promise<ElementHandle[]> {
    return this.#do('findElements', async () => {
      const locator = toLocator(locatable);
      const frame = (await this.element.ownerFrame()) ?? this.#session.frame;
      const found = await findAll(locator, frame, this.element);
      return found.map((each) => new ElementHandle(each, this.#session, locator.toErrorString()));
    });
  }

  tagName(): Promise<string | null> {
    return this.#do('tagName', () => this.element.evaluate((node: PageNode) => node.tagName.toUpperCase()));
  }

  getId(): Promise<string | null> {
    return this.#do('getId', () => this.element.getAttribute('id'));
  }

  getAttribute(name: string): Promise<string | null> {
    return this.#do('getAttribute', () => this.element.getAttribute(name));
  }

  getProperty(name: string): Promise<unknown> {
    return this.#do('getProperty', async () => (await this.element.getProperty(name)).jsonValue());
  }

  isSelected(): Promise<boolean> {
    return this.#do('isSelected', () =>
      this.element.evaluate((node: PageNode) =>
        Boolean(node.tagName === 'OPTION' ? node.selected : node.checked),
      ),
    );
  }

  isSelectable(): Promise<boolean> {
    return this.#do('isSelectable', () =>
      this.element.evaluate(
        (node: PageNode) =>
          node.tagName === 'OPTION' ||
          (node.tagName === 'INPUT' && (node.type === 'checkbox' || node.type === 'radio')),
      ),
    );
  }

  isDisplayed(): Promise<boolean> {
    return this.#do('isDisplayed', async () => (await this.element.boundingBox()) !== null);
  }

  isEnabled(): Promise<boolean> {
    return this.#do('isEnabled', async () => (await this.element.getAttribute('disabled')) === null);
  }

  text(): Promise<string> {
    return this.#do('text', async () => ((await this.element.textContent()) ?? '').trim());
  }

  size(): Promise<{ width: number; height: number }> {
    return this.#do('size', async () => {
      const { width, height } = await this.#box();
      return { width, height };
    });
  }

  location(): Promise<{ x: number; y: number }> {
    return this.#do('location', async () => {
      const { x, y } = await this.#box();
      return { x, y };
    });
  }

  centerPoint(): Promise<[number, number]> {
    return this.#do('centerPoint', async () => {
      const { x, y, width, height } = await this.#box();
      return [Math.round(x + width / 2), Math.round(y + height / 2)];
    });
  }

  drag(to: ElementHandle): Promise<void> {
    return this.#do('drag', () => dragOnto(this.element, to.element));
  }

  highlight(): Promise<void> {
    return this.#do('highlight', () =>
      this.element.evaluate((node: PageNode) => {
        node.style.outline = '2px solid red';
      }),
    );
  }

  clearHighlights(): Promise<void> {
    return this.#do('clearHighlights', () =>
      this.element.evaluate(() => {
        for (const node of Array.from(document.querySelectorAll('[style*="outline"]'))) {
          if (node.style.outline === 'red solid 2px') node.style.outline = '';
        }
      }),
    );
  }

  dispose(): Promise<void> {
    return this.#do('dispose', () => this.element.dispose());
  }

  async #box() {
    return (await this.element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  }

  #do<T>(name: string, body: () => Promise<T>): Promise<T> {
    return act(this.#session, { name, source: 'elementHandle' }, body);
  }
}

import type { Page } from 'playwright-core';
import type { UserObserver } from './contract.ts';

const maxLines = 50;

/** Forwards console output of pages, and keeps the last lines of a step. */
export class PageConsole {
  readonly #hidden: ReadonlySet<string>;
  readonly #observer: UserObserver;
  #lines: string[] = [];

  constructor(hidden: string[], observer: UserObserver) {
    this.#hidden = new Set(hidden.map(levelOf));
    this.#observer = observer;
  }

  watch(page: Page): void {
    page.on('console', (message) => this.#take(levelOf(message.type()), message.text()));
    page.on('pageerror', (error) => this.#take('error', String(error)));
  }

  /** The lines since the last call. */
  takeLines(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  #take(level: string, text: string): void {
    this.#lines = [...this.#lines.slice(1 - maxLines), `${level}: ${text}`];
    if (!this.#hidden.has(level)) this.#observer.onLog('page', level, text);
  }
}

const levelOf = (type: string) => (type === 'warning' ? 'warn' : type);

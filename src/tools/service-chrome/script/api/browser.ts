import type { Page } from 'playwright-core';
import type { UserSession } from '../session.ts';
import type { Settings } from '../settings.ts';
import { sleep } from '../sleep.ts';
import { pauseMs } from '../time-units.ts';
import { act } from './action.ts';

/** The first argument of every step. */
export class Browser {
  readonly #session: UserSession;

  constructor(session: UserSession) {
    this.#session = session;
  }

  get settings(): Settings {
    return this.#session.settings;
  }

  get page(): Page {
    return this.#session.page;
  }

  get url(): string {
    return this.#session.page.url();
  }

  visit(url: string): Promise<unknown> {
    const session = this.#session;
    return act(session, { name: 'visit', hasDelay: true, args: [url] }, () =>
      session.page.goto(url, { timeout: session.settings.waitTimeout }),
    );
  }

  wait(time: number | string): Promise<unknown> {
    return act(this.#session, { name: 'wait', args: [time] }, () => sleep(pauseMs(time)));
  }
}

import type { UserSession } from '../session.ts';
import { act } from './action.ts';
import type { TypeOptions } from './typing.ts';

export interface PressOptions {
  /** What the key press puts in, when it is not the key's own character. */
  text?: string;
  delay?: number;
}

/** `browser.keyboard`. */
export class Keyboard {
  readonly #session: UserSession;

  constructor(session: UserSession) {
    this.#session = session;
  }

  down(key: string): Promise<void> {
    return this.#do('down', () => this.#session.page.keyboard.down(key));
  }

  up(key: string): Promise<void> {
    return this.#do('up', () => this.#session.page.keyboard.up(key));
  }

  press(key: string, options?: PressOptions): Promise<void> {
    return this.#do('press', () => pressKey(this.#session, key, options));
  }

  type(text: string, options?: TypeOptions): Promise<void> {
    return this.#do('type', () => this.#session.page.keyboard.type(text, options));
  }

  sendCharacter(character: string): Promise<void> {
    return this.#do('sendCharacter', () => this.#session.page.keyboard.insertText(character));
  }

  #do<T>(name: string, body: () => Promise<T>): Promise<T> {
    return act(this.#session, { name: `keyboard.${name}` }, body);
  }
}

export async function pressKey(
  session: UserSession,
  key: string,
  { text, delay }: PressOptions = {},
): Promise<void> {
  const { keyboard } = session.page;
  if (text === undefined) return keyboard.press(key, { delay });
  await keyboard.insertText(text);
}

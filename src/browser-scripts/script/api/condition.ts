import type { Frame } from 'playwright-core';
import { StructuredError } from '../errors/structured-error.ts';
import type { UserSession } from '../session.ts';

/** What `browser.wait` waits for. */
export class Condition {
  readonly desc: string;
  /** Whether it is about an open dialog. */
  readonly isAboutDialog: boolean;
  readonly #wait: (session: UserSession, timeoutMs: number) => Promise<unknown>;

  constructor(
    desc: string,
    wait: (session: UserSession, timeoutMs: number) => Promise<unknown>,
    isAboutDialog = false,
  ) {
    this.desc = desc;
    this.isAboutDialog = isAboutDialog;
    this.#wait = wait;
  }

  async waitIn(session: UserSession): Promise<unknown> {
    const timeoutMs = session.settings.waitTimeout;
    try {
      return await this.#wait(session, timeoutMs);
    } catch (error) {
      throw (error as Error).name === 'TimeoutError'
        ? waitTimedOut(this.desc, timeoutMs, error as Error)
        : error;
    }
  }

  toString(): string {
    return this.desc;
  }
}

export function waitTimedOut(desc: string, timeoutMs: number, cause?: Error): StructuredError {
  const message = `wait timed out after ${timeoutMs} ms waiting ${desc}`;
  return new StructuredError(message, { _kind: 'action', kind: 'wait-timeout', action: 'wait' }, cause);
}

const pollMs = 20;

/** Asks the frame again and again until the condition holds. Goes on over navigations. */
export async function poll(
  frame: Frame,
  condition: (argument: unknown) => unknown,
  arg: unknown,
  timeoutMs: number,
): Promise<true> {
  const handle = await frame.waitForFunction(condition, arg, { timeout: timeoutMs, polling: pollMs });
  await handle.dispose().catch(() => {});
  return true;
}

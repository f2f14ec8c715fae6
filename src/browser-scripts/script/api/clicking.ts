import type { ElementHandle } from 'playwright-core';
import type { UserSession } from '../session.ts';

export interface ClickOptions {
  button?: 'left' | 'right' | 'middle';
  clickCount?: number;
  /** Milliseconds between down and up. */
  delay?: number;
}

/** Something over an element is given so long to go away; then the click goes to that place all the same. */
const coveredMs = 5000;

/** Scrolls to an element and clicks it. Ends early when the click opens a dialog, which holds up everything. */
export async function clickElement(
  session: UserSession,
  element: ElementHandle,
  options: ClickOptions = {},
): Promise<void> {
  const over = new AbortController();
  const click = pressOn(session, element, options);
  try {
    await Promise.race([click, session.dialogs.opened(over.signal)]);
  } finally {
    over.abort();
    click.catch(() => {});
  }
}

async function pressOn(session: UserSession, element: ElementHandle, options: ClickOptions): Promise<void> {
  const { button, clickCount, delay } = options;
  const timeoutMs = session.settings.waitTimeout;
  const press = (timeout: number, force: boolean) =>
    element.click({ button, clickCount, delay, timeout, force, noWaitAfter: true });
  const firstMs = Math.min(coveredMs, timeoutMs);
  try {
    await press(firstMs, false);
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== 'TimeoutError') throw error;
    // Older libraries clicked at the place whatever was there, such as the label of a styled checkbox.
    if (/intercepts pointer events/.test(message)) return press(timeoutMs, true);
    if (timeoutMs <= firstMs) throw error;
    await press(timeoutMs - firstMs, false);
  }
}

import type { ElementHandle, Keyboard } from 'playwright-core';
import type { PageNode } from './in-page/dom.ts';
import { isKey, keyCodeOf } from './key.ts';

export interface TypeOptions {
  delay?: number;
}

export async function typeInto(
  element: ElementHandle,
  keyboard: Keyboard,
  text: unknown,
  options: TypeOptions = {},
): Promise<void> {
  await element.focus();
  await keyboard.type(String(text ?? ''), { delay: options.delay });
}

/** Keys of `Key` are pressed, other texts are typed. */
export async function sendKeys(keyboard: Keyboard, keys: unknown[]): Promise<void> {
  for (const key of keys) {
    if (key === null || key === undefined) continue;
    if (isKey(key)) await keyboard.press(key);
    else await keyboard.type(String(key));
  }
}

/** All keys down in order, then up in reverse. */
export async function pressTogether(keyboard: Keyboard, keys: unknown[]): Promise<void> {
  const codes = keys.filter((key) => key !== null && key !== undefined).map((key) => keyCodeOf(String(key)));
  for (const code of codes) await keyboard.down(code);
  for (const code of codes.toReversed()) await keyboard.up(code);
}

/** Empties a field without the events of typing, as scripts know it. */
export async function clearElement(element: ElementHandle): Promise<void> {
  await element.evaluate((node: PageNode) => {
    if (node.tagName === 'SELECT') node.selectedIndex = -1;
    else if (node.tagName === 'INPUT' || node.tagName === 'TEXTAREA') node.value = '';
  });
}

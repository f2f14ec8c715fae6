import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

export interface Key {
  key: string;
  /** What it does, for the help: "Stop run". */
  does: string;
  run(): void;
}

/** The keys that work now, in the order in which they were named. */
export const keys = signal<readonly Key[]>([]);

/** Makes keys work, and be in the help, as long as the component is there. */
export function useKeys(list: readonly Key[], deps: readonly unknown[]): void {
  // As soon as something is on the page, its keys work.
  useLayoutEffect(() => {
    keys.value = [...keys.peek(), ...list];
    return () => {
      keys.value = keys.peek().filter((key) => !list.includes(key));
    };
  }, deps);
}

export function followKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === 'Enter' && isPressable(event)) return;
    // The latest wins: a page's own key before the shell's.
    const found = keys.peek().findLast((each) => each.key === event.key);
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}

/** Enter belongs to what has the focus, where that can be pressed. */
function isPressable({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('a, button, summary, input, .plot') !== null;
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, dialog[open]') !== null
  );
}

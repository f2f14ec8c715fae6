import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

export interface Key {
  key: string;
  /** Description in the help dialog, such as "Stop run". */
  does: string;
  run(): void;
}

/** Active shortcuts, in the order of registration. */
export const keys = signal<readonly Key[]>([]);

/** Registers shortcuts while the component is mounted. */
export function useKeys(list: readonly Key[], deps: readonly unknown[]): void {
  // A layout effect: shortcuts work from the first paint.
  useLayoutEffect(() => {
    keys.value = [...keys.peek(), ...list];
    return () => {
      keys.value = keys.peek().filter((key) => !list.includes(key));
    };
  }, deps);
}

export function listenForShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === 'Enter' && isPressable(event)) return;
    // The latest registration wins: a page overrides the shell.
    const found = keys.peek().findLast((each) => each.key === event.key);
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}

/** Whether Enter activates the focused element. */
function isPressable({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('a, button, summary, input, .plot') !== null;
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, dialog[open]') !== null
  );
}

import type { PageDocument, PageNode, PageWindow } from './dom.ts';

// These functions are sent to the page as text: each stands alone.
declare const document: PageDocument;
declare const window: PageWindow;

export function isThere(node: PageNode | null): boolean {
  return node !== null;
}

/** Not hidden by its style, and with a place or a size; an absent element is not visible. */
export function visibilityIs(node: PageNode | null, wanted: boolean): boolean {
  if (!node) return !wanted;
  const { x, y, width, height } = node.getBoundingClientRect();
  const isVisible =
    window.getComputedStyle(node).visibility !== 'hidden' && Boolean(x || y || width || height);
  return isVisible === wanted;
}

export function disabledIs(node: PageNode | null, wanted: boolean): boolean {
  return node !== null && node.disabled === wanted;
}

export function selectedIs(node: PageNode | null, wanted: boolean): boolean {
  if (!node) return false;
  if (node.tagName === 'OPTION') return node.selected === wanted;
  const isTickable = node.tagName === 'INPUT' && (node.type === 'checkbox' || node.type === 'radio');
  return isTickable && node.checked === wanted;
}

export interface TextTest {
  kind: 'is' | 'contains' | 'matches';
  text: string;
  flags: string;
  isWanted: boolean;
}

export function textFits(node: PageNode | null, { kind, text, flags, isWanted }: TextTest): boolean {
  const own = (node?.textContent ?? '').trim();
  if (own === '') return false;
  const fits =
    kind === 'is'
      ? own === text.trim()
      : kind === 'contains'
        ? own.includes(text)
        : new RegExp(text, flags).test(own);
  return fits === isWanted;
}

export function titleFits({ kind, text, flags, isWanted }: TextTest): boolean {
  const own = document.title;
  const fits =
    kind === 'is'
      ? own.trim() === text.trim()
      : kind === 'contains'
        ? own.includes(text)
        : new RegExp(text, flags).test(own);
  return fits === isWanted;
}

/** Whole and partial addresses are compared without regard to case. */
export function urlFits({ kind, text, flags, isWanted }: TextTest): boolean {
  const own = window.location.href;
  const lower = own.toLowerCase();
  const wanted = text.toLowerCase();
  const fits =
    kind === 'is'
      ? lower === wanted
      : kind === 'contains'
        ? lower.includes(wanted)
        : new RegExp(text, flags).test(own);
  return fits === isWanted;
}

import type { PageDocument, PageNode, PageWindow } from './dom.ts';

// These functions are sent to the page as text: each stands alone.
declare const document: PageDocument;
declare const window: PageWindow;

export function cssFirst(selector: string, node?: PageNode): PageNode | null {
  const found = (node ?? document).querySelector(selector);
  if (found !== null || node) return found;
  return document.querySelector('frame')?.contentDocument?.querySelector(selector) ?? null;
}

export function cssAll(selector: string, node?: PageNode): PageNode[] {
  return Array.from((node ?? document).querySelectorAll(selector));
}

export function tagFirst(name: string, node?: PageNode): PageNode | null {
  return (node ?? document).getElementsByTagName(name)[0] ?? null;
}

export function tagAll(name: string, node?: PageNode): PageNode[] {
  return Array.from((node ?? document).getElementsByTagName(name));
}

export function xpathFirst(expression: string): PageNode | null {
  const found = document.evaluate(expression, document, null, 7, null);
  return found.snapshotLength > 0 ? found.snapshotItem(0) : null;
}

export function xpathAll(expression: string): PageNode[] {
  const found = document.evaluate(expression, document, null, 7, null);
  return Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index));
}

export function linkFirst(text: string, isPartial: boolean): PageNode | null {
  const links = Array.from(document.querySelectorAll('body a'));
  const textOf = (link: PageNode) => (link.textContent ?? '').trim();
  return links.find((link) => (isPartial ? textOf(link).includes(text) : textOf(link) === text)) ?? null;
}

export function linkAll(text: string, isPartial: boolean): PageNode[] {
  const links = Array.from(document.querySelectorAll('body a'));
  const textOf = (link: PageNode) => (link.textContent ?? '').trim();
  return links.filter((link) => (isPartial ? textOf(link).includes(text) : textOf(link) === text));
}

/** The first visible element one of whose own texts contains the text, also when it was asked for as a whole. */
export function visibleTextFirst(text: string): PageNode | null {
  const isVisible = (node: PageNode) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return window.getComputedStyle(node).visibility !== 'hidden' && Boolean(x || y || width || height);
  };
  const quoted = text.includes("'") ? `concat('${text.split("'").join(`', "'", '`)}')` : `'${text}'`;
  const found = document.evaluate(`//*[contains(text(), ${quoted})]`, document, null, 7, null);
  for (let index = 0; index < found.snapshotLength; index += 1) {
    const node = found.snapshotItem(index);
    if (isVisible(node)) return node;
  }
  return null;
}

export function visibleTextAll(text: string, isPartial: boolean): PageNode[] {
  const isVisible = (node: PageNode) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return window.getComputedStyle(node).visibility !== 'hidden' && Boolean(x || y || width || height);
  };
  return Array.from(document.querySelectorAll('*')).filter((node) => {
    const own = (node.textContent ?? '').trim();
    return (isPartial ? own.includes(text) : own === text) && isVisible(node);
  });
}

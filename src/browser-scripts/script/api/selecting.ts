import type { ElementHandle } from 'playwright-core';
import type { PageNode } from './in-page/dom.ts';

export interface Choice {
  by: 'value' | 'index' | 'text';
  wanted: string[];
}

declare const Event: new (type: string, options: object) => unknown;

/** Chooses options of a select field and gives the values of those that are chosen then. */
export async function selectOptions(element: ElementHandle, choice: Choice): Promise<string[]> {
  return element.evaluate((node: PageNode, { by, wanted }: Choice) => {
    if (node.tagName !== 'SELECT') throw new Error('Element is not a <select> element.');
    const options = Array.from(node.options);
    if (!node.multiple) node.selectedIndex = -1;
    for (const [index, option] of options.entries()) {
      const own =
        by === 'value' ? [option.value] : by === 'index' ? [String(index)] : [option.text, option.label];
      const isWanted = own.some((each) => each !== undefined && wanted.includes(each));
      option.selected = isWanted;
      if (isWanted && !node.multiple) break;
    }
    node.dispatchEvent(new Event('input', { bubbles: true }));
    node.dispatchEvent(new Event('change', { bubbles: true }));
    return options.filter((option) => option.selected === true).map((option) => option.value);
  }, choice);
}

import type { ElementHandle } from 'playwright-core';
import type { PageNode } from './in-page/dom.ts';

declare const DataTransfer: new () => object;
declare const DragEvent: new (type: string, options: object) => unknown;

/** Drags one element onto another with the events of the browser's own drag and drop. */
export async function dragOnto(from: ElementHandle, to: ElementHandle): Promise<void> {
  await from.evaluate(
    (source: PageNode, target: PageNode) => {
      const dataTransfer = new DataTransfer();
      const fire = (node: PageNode, type: string) =>
        node.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      fire(source, 'dragstart');
      fire(target, 'dragenter');
      fire(target, 'dragover');
      fire(target, 'drop');
      fire(source, 'dragend');
    },
    to as ElementHandle<PageNode>,
  );
}

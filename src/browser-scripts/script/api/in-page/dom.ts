/** As much of a page's objects as functions that run in it use; the project itself has no types of pages. */
export interface PageNode {
  tagName: string;
  id: string;
  type?: string;
  text?: string;
  label?: string;
  value: string;
  textContent: string | null;
  disabled?: boolean;
  selected?: boolean;
  checked?: boolean;
  multiple?: boolean;
  index?: number;
  options: ArrayLike<PageNode>;
  selectedIndex: number;
  contentDocument?: PageDocument | null;
  style: Record<string, string>;
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
  querySelector(selector: string): PageNode | null;
  querySelectorAll(selector: string): ArrayLike<PageNode>;
  getElementsByTagName(name: string): ArrayLike<PageNode>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  dispatchEvent(event: unknown): boolean;
  scrollIntoView(options: object): void;
  focus(): void;
  blur(): void;
}

export interface PageDocument extends PageNode {
  title: string;
  activeElement: PageNode | null;
  body: PageNode & { scrollHeight: number; scrollWidth: number };
  evaluate(
    expression: string,
    root: unknown,
    resolver: null,
    type: number,
    result: null,
  ): { snapshotLength: number; snapshotItem(index: number): PageNode };
}

export interface PageWindow {
  innerWidth: number;
  innerHeight: number;
  location: { href: string };
  getComputedStyle(node: PageNode): { visibility: string };
  scrollBy(options: object): void;
  scrollTo(options: object): void;
}

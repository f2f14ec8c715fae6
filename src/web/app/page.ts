import type { ComponentType } from 'preact';

/** Props of every page. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

export interface PageModule {
  default: ComponentType<PageProps>;
}

export interface PageRoute {
  pattern: string;
  /** Label in the navigation bar; absent for pages outside of it. */
  menu?: string;
  /** Window title, if it differs from the menu label. */
  title?: string;
  /** Hidden from viewers in the menu. */
  isForMembers?: boolean;
  /** Works without signing in; the service decides what is visible. */
  isOpen?: boolean;
  /** Loads the page's chunk when it is first opened. */
  load(): Promise<PageModule>;
}

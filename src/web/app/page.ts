import type { ComponentType } from 'preact';

/** What every page gets. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

export interface PageModule {
  default: ComponentType<PageProps>;
}

export interface PageRoute {
  pattern: string;
  /** In the navigation bar, for pages that have a place there. */
  menu?: string;
  /** In the title of the window, where it is not the name in the menu. */
  title?: string;
  /** Viewers can do nothing there, so that they are not led there. */
  isForMembers?: boolean;
  /** Strangers may look, as far as the service lets them; other pages ask to sign in first. */
  isOpen?: boolean;
  /** Each page is a file of its own, fetched when it is first opened. */
  load(): Promise<PageModule>;
}

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
  /** Strangers may look, as far as the service lets them; other pages ask for the token first. */
  isOpen?: boolean;
  /** Each page is a file of its own, fetched when it is first opened. */
  load(): Promise<PageModule>;
}

import type { ComponentType } from 'preact';
import { matchRoute } from './match-route.ts';

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

/** All pages, in the order of the menu. Their addresses also stand in src/api/web/page-paths.ts. */
export const routes: readonly PageRoute[] = [
  { pattern: '/app', menu: 'Runs', load: () => import('../pages/runs/runs-page.tsx') },
  { pattern: '/app/runs/:runId', isOpen: true, load: () => import('../pages/run/run-page.tsx') },
];

export function findRoute(path: string): { route: PageRoute; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const params = matchRoute(route.pattern, path);
    if (params) return { route, params };
  }
  return undefined;
}

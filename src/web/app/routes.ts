import { matchRoute } from './match-route.ts';
import type { PageRoute } from './page.ts';

/** All pages, in menu order. src/api/web/page-paths.ts lists the same paths. */
export const routes: readonly PageRoute[] = [
  { pattern: '/app', menu: 'Runs', load: () => import('../pages/runs/runs-page.tsx') },
  { pattern: '/app/p', title: 'Runs', load: () => import('../pages/runs/runs-page.tsx') },
  {
    pattern: '/app/new',
    menu: 'New run',
    isForMembers: true,
    load: () => import('../pages/new-run/new-run-page.tsx'),
  },
  { pattern: '/app/tests', menu: 'Tests', load: () => import('../pages/tests/tests-page.tsx') },
  { pattern: '/app/tests/:testId', title: 'Test', load: () => import('../pages/tests/test-page.tsx') },
  { pattern: '/app/calendar', title: 'Calendar', load: () => import('../pages/calendar/calendar-page.tsx') },
  { pattern: '/app/grids', menu: 'Grids', load: () => import('../pages/grids/grids-page.tsx') },
  { pattern: '/app/account', menu: 'Account', load: () => import('../pages/account/profile-page.tsx') },
  { pattern: '/app/account/people', title: 'Users', load: () => import('../pages/account/users-page.tsx') },
  { pattern: '/app/account/tokens', title: 'Tokens', load: () => import('../pages/account/tokens-page.tsx') },
  {
    pattern: '/app/account/applications',
    title: 'Applications',
    load: () => import('../pages/account/applications-page.tsx'),
  },
  {
    pattern: '/app/account/clouds',
    title: 'Cloud accounts',
    load: () => import('../pages/account/clouds-page.tsx'),
  },
  {
    pattern: '/app/account/notifications',
    title: 'Notifications',
    load: () => import('../pages/account/notifications-page.tsx'),
  },
  {
    pattern: '/app/account/target-metrics',
    title: 'Target metrics',
    load: () => import('../pages/account/target-metrics-page.tsx'),
  },
  {
    pattern: '/app/account/audit',
    title: 'Audit log',
    load: () => import('../pages/account/audit-page.tsx'),
  },
  { pattern: '/app/compare', title: 'Comparison', load: () => import('../pages/compare/compare-page.tsx') },
  { pattern: '/app/runs/:runId', isOpen: true, load: () => import('../pages/run/run-page.tsx') },
  {
    pattern: '/app/sign-in',
    title: 'Sign in',
    isOpen: true,
    load: () => import('../pages/sign-in/sign-in-page.tsx'),
  },
  {
    pattern: '/app/join',
    title: 'Accept invitation',
    isOpen: true,
    load: () => import('../pages/join/join-page.tsx'),
  },
];

export function findRoute(path: string): { route: PageRoute; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const params = matchRoute(route.pattern, path);
    if (params) return { route, params };
  }
  return undefined;
}

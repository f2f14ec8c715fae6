/** Paths that serve the dashboard; src/web/app/routes.ts contains its routes. */
export const pagePaths: readonly string[] = [
  '/app',
  '/app/p',
  '/app/runs/:runId',
  '/app/compare',
  '/app/new',
  '/app/tests',
  '/app/tests/:testId',
  '/app/calendar',
  '/app/grids',
  '/app/account',
  '/app/account/people',
  '/app/account/tokens',
  '/app/account/applications',
  '/app/account/clouds',
  '/app/account/notifications',
  '/app/account/target-metrics',
  '/app/account/audit',
  '/app/sign-in',
  '/app/join',
];

/** Paths without sign-in, and one where scripts of the original expect status 200. */
export const entrancePaths: readonly string[] = ['/app/sign-in', '/app/join', '/app/p'];

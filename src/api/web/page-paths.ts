/** Addresses at which the dashboard's shell is served; its own table of pages is src/web/app/routes.ts. */
export const pagePaths: readonly string[] = [
  '/app',
  '/app/p',
  '/app/runs/:runId',
  '/app/compare',
  '/app/new',
  '/app/grids',
  '/app/account',
  '/app/account/people',
  '/app/account/tokens',
  '/app/account/applications',
  '/app/account/audit',
  '/app/sign-in',
  '/app/join',
];

/** Those for people who are not signed in yet, and the one where a script of the original expects status 200. */
export const entrancePaths: readonly string[] = ['/app/sign-in', '/app/join', '/app/p'];

/** Addresses at which the dashboard's shell is served; its own table of pages is src/web/app/routes.ts. */
export const pagePaths: readonly string[] = [
  '/app',
  '/app/runs/:runId',
  '/app/compare',
  '/app/new',
  '/app/grids',
  '/app/account',
];

/** Permissions of a token; none includes another. */
export const scopes = ['read', 'run', 'grids', 'admin', 'metrics'] as const;

export type Scope = (typeof scopes)[number];

export const scopeMeanings: Record<Scope, string> = {
  read: 'read runs, results, grids and the account',
  run: 'start, stop, repeat, publish and delete runs',
  grids: 'start and stop grids',
  admin: 'manage tokens, applications, users and credentials, within the role of the user',
  metrics: 'read the metrics of the service; owners only',
};

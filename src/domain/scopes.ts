/** Permissions of a token. `read` for reading, the others for changes; none includes another. */
export const scopes = ['read', 'run', 'grids', 'admin'] as const;

export type Scope = (typeof scopes)[number];

export const scopeMeanings: Record<Scope, string> = {
  read: 'read runs, results, grids and the account',
  run: 'start, stop, repeat, publish and delete runs',
  grids: 'start and stop grids',
  admin: 'manage tokens, applications, users and credentials, within the role of the user',
};

/** What a token may be used for. `read` is to look, the others are to change; none includes another. */
export const scopes = ['read', 'run', 'grids', 'admin'] as const;

export type Scope = (typeof scopes)[number];

export const scopeMeanings: Record<Scope, string> = {
  read: 'look at runs, results, grids and the account',
  run: 'start, stop, repeat, publish and delete runs',
  grids: 'start and stop grids',
  admin: 'manage tokens, applications, people and credentials, as far as the person may',
};

import type { ScopeInput } from './inputs.ts';

/** Descriptions of scopes. */
export const scopeWords: Record<ScopeInput, string> = {
  read: 'read runs, results, grids and the account',
  run: 'start, stop, repeat, publish and delete runs',
  grids: 'start and stop grids',
  admin: 'manage tokens, applications, users and credentials, within the role of the user',
  metrics: 'read the metrics of the service; owners only',
};

export const scopeNames = Object.keys(scopeWords) as ScopeInput[];

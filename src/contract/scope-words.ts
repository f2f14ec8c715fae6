import type { ScopeInput } from './inputs.ts';

/** What a token or application with that scope may do; for people. */
export const scopeWords: Record<ScopeInput, string> = {
  read: 'read runs, results, grids and the account',
  run: 'start, stop, repeat, publish and delete runs',
  grids: 'start and stop grids',
  admin: 'manage tokens, applications, users and credentials, within the role of the user',
};

export const scopeNames = Object.keys(scopeWords) as ScopeInput[];

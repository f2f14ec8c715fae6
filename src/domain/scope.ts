/** What a token may be used for. `read` is to look, the others are to change; none includes another. */
export const scopes = ['read', 'run', 'grids', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** The variable in which a controller tells the pass under way. */
export const indexName = (name: string) => `__jm__${name}__idx`;

/** What the name of a branch's main loop begins with. */
export const branchPrefix = 'wrapped ';

/** Name of the variable that holds a controller's current iteration. */
export const indexName = (name: string) => `__jm__${name}__idx`;

/** Prefix of the name of a branch's main loop. */
export const branchPrefix = 'wrapped ';

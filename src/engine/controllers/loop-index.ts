/** The variable in which a controller tells the pass under way. */
export const indexName = (name: string) => `__jm__${name}__idx`;

/** Jars up to this size are examined before a run. */
export const maxJarBytes = 32 * 2 ** 20;

export const isJarName = (name: string): boolean => /\.jar$/i.test(name);

/** An expression of Java's that matches itself and nothing else. */
export const plainRegex = /^[^\\^$.|?*+()[\]{}]*$/;

/** What Java puts in place of a match as it is. */
export const plainReplacement = /^[^\\$]*$/;

/** An expression of Java's that matches itself and nothing else. */
export const plainRegex = /^[^\\^$.|?*+()[\]{}]*$/;

/** What Java puts in place of a match as it is. */
export const plainReplacement = /^[^\\$]*$/;

/** Whether an expression means the same to Java and to JavaScript, and is quick: no repetition but of any character. */
export function isPlainPattern(pattern: string): boolean {
  if (!/^(?:\.[*+]|[\w :/,&=%#@!~;'"<>-]|\\[.()]|[|^$.()])*$/.test(pattern) || /\)[*+]|\(\?/.test(pattern)) {
    return false;
  }
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

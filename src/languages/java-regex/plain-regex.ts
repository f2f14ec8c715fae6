/** A Java expression without metacharacters: it matches its own text only. */
export const plainRegex = /^[^\\^$.|?*+()[\]{}]*$/;

/** A Java replacement text without references and escapes. */
export const plainReplacement = /^[^\\$]*$/;

/** Whether an expression means the same in Java and JavaScript, and runs fast: it repeats nothing but `.`. */
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

/** Supports `*`, `?`, `[ab]`, `{a,b}` and a leading `!`; names must not contain folders. */
export function globMatcher(pattern: string): (text: string) => boolean {
  if (pattern.startsWith('!')) {
    const matches = globMatcher(pattern.slice(1));
    return (text) => !matches(text);
  }
  const expression = new RegExp(`^${toExpression(pattern)}$`, 'i');
  return (text) => expression.test(text);
}

function toExpression(pattern: string): string {
  let depth = 0;
  return pattern.replace(/\*+|\?|\[[^\]]*\]|[{},]|[.+^$()|[\]\\]/g, (token) => {
    if (token.startsWith('*')) return '.*';
    if (token === '?') return '.';
    if (token.length > 1) return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
    if (token === '{') depth += 1;
    if (token === '}' && depth > 0) {
      depth -= 1;
      return ')';
    }
    if (token === '{') return '(?:';
    if (token === ',') return depth > 0 ? '|' : ',';
    return `\\${token}`;
  });
}

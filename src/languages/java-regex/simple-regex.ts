import { UnsupportedExpression } from '../expressions/expression.ts';

/**
 * Java's String.matches, for expressions that mean the same in JavaScript and cannot backtrack endlessly: no nested
 * repetitions, no look-around, no back-references.
 */
export function matchesAll(text: string, pattern: string): boolean {
  requireSimpleRegex(pattern);
  return new RegExp(`^(?:${pattern})$`, 'u').test(text);
}

const piece =
  /\\[dwsDWS.\\/+*?()[\]{}|^$-]|\[\^?(?:[^\\[\]&^]|\\[dws.\\/+*?()[\]{}|^$-])+\]|\(\?:|[()|]|(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??|[^\\[\]{}*+?()|]/uy;

/** Throws UnsupportedExpression. */
export function requireSimpleRegex(pattern: string): void {
  /** Per open group: whether it contains a repetition. */
  const repeats = [false];
  let closed = false;
  /** False at the start of a group and after a repetition. */
  let isRepeatable = false;
  for (let at = 0; at < pattern.length; ) {
    piece.lastIndex = at;
    const found = piece.exec(pattern)?.[0];
    if (found === undefined) {
      throw new UnsupportedExpression(`the regular expression ${pattern}`);
    }
    at += found.length;
    const isRepetition = /^[*+?{]/.test(found);
    if (isRepetition && !isRepeatable) {
      throw new UnsupportedExpression(`the regular expression ${pattern}`);
    }
    isRepeatable = !isRepetition && !/^(?:\(|\|)/.test(found);
    if (found.startsWith('(')) {
      repeats.push(false);
      closed = false;
    } else if (found === ')') {
      closed = repeats.pop() ?? false;
      repeats[repeats.length - 1] ||= closed;
    } else if (isRepetition && found !== '?') {
      if (closed) {
        throw new UnsupportedExpression(`a repetition within a repetition in ${pattern}`);
      }
      repeats[repeats.length - 1] = true;
    } else {
      closed = false;
    }
  }
  if (repeats.length !== 1) {
    throw new UnsupportedExpression(`the regular expression ${pattern}`);
  }
}

/** Noncharacters, which no document may contain, mark references until a text becomes a template. */
const [start, end] = ['\uFDD0', '\uFDD1'];

/** A variable or function of JMeter within a literal text, such as `token` or `__P(host)`. */
export function reference(expression: string): string {
  return `${start}${expression}${end}`;
}

export function hasReference(text: string): boolean {
  return text.includes(start);
}

/** Removes the marks of references from the text of a document, also where they are escaped. */
export function withoutMarks(text: string): string {
  return text.replace(/[\uFDD0\uFDD1]|\\u(?:0000)?fdd[01]/gi, '\uFFFD');
}

/**
 * The text in JMeter's syntax. JMeter removes backslashes only from text with a variable or function, so they are
 * doubled only there; a literal `${` cannot be escaped and is written with a function.
 */
export function templateOf(text: string): string {
  if (!hasReference(text) && !text.includes('${')) return text;
  return mapLiterals(text, escapeLiteral).replace(/\uFDD0([^\uFDD1]*)\uFDD1/g, (_, inner) => `\${${inner}}`);
}

/** Applies a change to the text outside of references. */
export function mapLiterals(text: string, change: (part: string) => string): string {
  return text
    .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
    .map((part) => (part.startsWith(start) ? part : change(part)))
    .join('');
}

function escapeLiteral(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('${', '${__char(36)}{');
}

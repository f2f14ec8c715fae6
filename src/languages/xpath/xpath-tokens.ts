/** An expression that the engine cannot evaluate exactly as Xalan does. */
export class XPathRefusal extends Error {}

export type XPathToken =
  | { kind: 'number'; value: number }
  | { kind: 'literal'; value: string }
  | { kind: 'name'; prefix: string | undefined; local: string; next: '(' | '::' | '' }
  | { kind: 'sign'; text: string };

const pattern =
  /\s*(?:(?<literal>"[^"]*"|'[^']*')|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<sign>::|\/\/|\.\.|!=|<=|>=|[()[\].@,/|+\-=<>*])|(?<name>[\p{L}_][\p{L}\p{N}\p{M}._-]*(?::(?!:)(?:[\p{L}_][\p{L}\p{N}\p{M}._-]*|\*))?))/uy;

/** Tokens after which `*` and words are names; elsewhere they are operators. */
const openers = new Set([
  '@',
  '::',
  '(',
  '[',
  ',',
  '/',
  '//',
  '|',
  '+',
  '-',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
]);
const operatorNames = new Set(['and', 'or', 'mod', 'div']);

export function xpathTokens(written: string): XPathToken[] {
  const tokens: XPathToken[] = [];
  const text = written.trimEnd();
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (!groups) {
      throw new XPathRefusal(`${text.slice(at, at + 10)} in the XPath ${written}`);
    }
    tokens.push(tokenOf(groups, isAfterOperand(tokens.at(-1)), text.slice(pattern.lastIndex), written));
  }
  return tokens;
}

function isAfterOperand(last: XPathToken | undefined): boolean {
  if (last === undefined) {
    return false;
  }
  return (
    last.kind !== 'sign' || !(openers.has(last.text) || operatorNames.has(last.text) || last.text === '×')
  );
}

function tokenOf(
  groups: Record<string, string | undefined>,
  isOperatorDue: boolean,
  rest: string,
  written: string,
): XPathToken {
  const { literal, number, sign, name = '' } = groups;
  if (literal !== undefined) {
    return { kind: 'literal', value: literal.slice(1, -1) };
  }
  if (number !== undefined) {
    return { kind: 'number', value: Number(number) };
  }
  if (sign === '*' && !isOperatorDue) {
    return { kind: 'name', prefix: undefined, local: '*', next: '' };
  }
  if (sign !== undefined) {
    return { kind: 'sign', text: sign === '*' ? '×' : sign };
  }
  if (isOperatorDue) {
    if (!operatorNames.has(name)) {
      throw new XPathRefusal(`${name} instead of an operator in the XPath ${written}`);
    }
    return { kind: 'sign', text: name };
  }
  const [first = '', second] = name.split(':');
  const follows = rest.trimStart();
  const next = follows.startsWith('(') ? '(' : follows.startsWith('::') ? '::' : '';
  return second === undefined
    ? { kind: 'name', prefix: undefined, local: first, next }
    : { kind: 'name', prefix: first, local: second, next };
}

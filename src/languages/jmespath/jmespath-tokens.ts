import { JmesPathRefusal } from './jmespath-node.ts';

export interface JmesPathToken {
  kind: 'name' | 'quoted' | 'raw' | 'literal' | 'integer' | 'sign' | 'end';
  text: string;
}

const patterns: readonly [JmesPathToken['kind'], RegExp][] = [
  ['name', /[a-zA-Z_][a-zA-Z0-9_]*/y],
  ['quoted', /"(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[^"\\\u0000-\u001f])*"/y],
  ['raw', /'(?:\\[\s\S]|[^'\\])*'/y],
  ['literal', /`(?:"(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[^"\\`\u0000-\u001f])*"|[^"`'\\])*`/y],
  ['integer', /-?(?:0|[1-9]\d{0,8})(?![\d.eE])/y],
  ['sign', /\[\?|&&|\|\||[<>=!]=|[.[\]*!<>|(){},:@&]/y],
];
const spaces = /[ \t\r\n]*/y;

export function readJmesPathTokens(written: string): JmesPathToken[] {
  const tokens: JmesPathToken[] = [];
  for (let at = skip(written, 0); at < written.length; ) {
    const token = tokenAt(written, at);
    tokens.push(token);
    at = skip(written, at + token.text.length);
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function tokenAt(written: string, at: number): JmesPathToken {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(written)?.[0];
    if (text !== undefined) {
      return { kind, text };
    }
  }
  throw new JmesPathRefusal(`the JMESPath ${written}, which is not plain at ${at}`);
}

function skip(written: string, at: number): number {
  spaces.lastIndex = at;
  return at + (spaces.exec(written)?.[0].length ?? 0);
}

/** What stands between the quotes of a name. */
export const unquote = (text: string): string => JSON.parse(text) as string;

/** Of a raw string: only quotes and backslashes may be escaped. */
export const unescapeRaw = (text: string): string => text.slice(1, -1).replace(/\\(['\\])/g, '$1');

export interface JavaProperties {
  properties: Map<string, string>;
  /** Name, as written, of the first property with a `\u` that Java rejects. */
  malformed: string | undefined;
}

/** Parses a .properties file like java.util.Properties: Latin-1, with `\uXXXX` for other characters. */
export function parseProperties(bytes: Uint8Array): JavaProperties {
  const properties = new Map<string, string>();
  for (const line of logicalLines(Buffer.from(bytes).toString('latin1'))) {
    const [, name = '', value = ''] =
      /^((?:\\.|[^\\=: \t\f])*)[ \t\f]*(?:[=:][ \t\f]*)?(.*)$/s.exec(line) ?? [];
    if (isMalformed.test(name) || isMalformed.test(value)) {
      return { properties, malformed: name };
    }
    properties.set(unescapeText(name), unescapeText(value));
  }
  return { properties, malformed: undefined };
}

/** Without blank lines and comments; lines that end in a backslash are joined with the next one. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of text.split(/\r\n|\r|\n/)) {
    const rest = part.replace(/^[ \t\f]+/, '');
    if (line === '' && /^[#!]/.test(rest)) {
      continue;
    }
    const isContinued = backslashesAtEnd(rest) % 2 === 1;
    line += isContinued ? rest.slice(0, -1) : rest;
    if (!isContinued && line !== '') {
      lines.push(line);
      line = '';
    }
  }
  return line === '' ? lines : [...lines, line];
}

function backslashesAtEnd(text: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === '\\') {
    count += 1;
  }
  return count;
}

const isMalformed = /^(?:[^\\]|\\[^u]|\\u[0-9a-fA-F]{4})*\\u(?![0-9a-fA-F]{4})/s;

const unescapeText = (text: string) =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code?: string, character = '') =>
    code === undefined ? (controls[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );

const controls: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n', f: '\f' };

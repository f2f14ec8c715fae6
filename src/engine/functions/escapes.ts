import type { TextFunctionMaker } from '../core.ts';
import { entityByCode, unescapeEntities } from '../text/html-entities.ts';

export const escapeHtml: TextFunctionMaker = change((text) =>
  text.replace(/["&<>\u0080-\uffff]/g, (character) => {
    const name = entityByCode.get(character.charCodeAt(0));
    return name === undefined ? character : `&${name};`;
  }),
);

export const unescapeHtml: TextFunctionMaker = change(unescapeEntities);

const named: Record<string, string> = { b: '\b', n: '\n', t: '\t', f: '\f', r: '\r' };

/** As in Java's source: octal, `\u0041` and letters; a backslash before anything else goes. */
export const unescapeJava: TextFunctionMaker = change((text) =>
  text.replace(
    /\\(?:([0-3]?[0-7]?[0-7])|u+\+?([0-9a-fA-F]{4})|u|([^u])|$)/gs,
    (found, octal, hex, character) => {
      if (octal !== undefined || hex !== undefined) {
        return String.fromCharCode(Number.parseInt(octal ?? hex, octal === undefined ? 16 : 8));
      }
      if (found === '\\u') {
        throw new Error('Unable to parse unicode value');
      }
      return character === undefined ? '' : (named[character] ?? character);
    },
  ),
);

function change(by: (text: string) => string): TextFunctionMaker {
  return ([text]) => ({ evaluate: (user) => by(text?.evaluate(user) ?? '') });
}

import { entityByCode, unescapeEntities } from '../../languages/html/html-entities.ts';
import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

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
    (found, octal, hex, character, at) => {
      if (octal !== undefined || hex !== undefined) {
        return String.fromCharCode(Number.parseInt(octal ?? hex, octal === undefined ? 16 : 8));
      }
      if (found === '\\u') {
        throw new Error(`java.lang.IllegalArgumentException: ${wrongUnicode(text.slice(at))}`);
      }
      return character === undefined ? '' : (named[character] ?? character);
    },
  ),
);

function wrongUnicode(rest: string): string {
  const digits = rest.replace(/^\\u+\+?/, '').slice(0, 4);
  return digits.length === 4
    ? `Unable to parse unicode value: ${digits}`
    : `Less than 4 hex digits in unicode value: '${rest}' due to end of CharSequence`;
}

const xmlEntities: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
};

/** For XML 1.0: what may not stand in it goes, and so does half a character. */
export const escapeXml: TextFunctionMaker = change((text) =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/["&<>'\u007f-\u0084\u0086-\u009f]/g, (one) => xmlEntities[one] ?? `&#${one.charCodeAt(0)};`),
);

/** `${__escapeOroRegexpChars(text,variable)}`: a backslash before all that is no letter, digit or underscore. */
export const escapeOroRegexpChars: TextFunctionMaker = ([text, variable]) => ({
  evaluate: (user) => {
    const value = (text?.evaluate(user) ?? '')
      .split('')
      .map((unit) => (/[\p{L}\p{Nd}_]/u.test(unit) ? unit : `\\${unit}`))
      .join('');
    setVariable(user, variable, value);
    return value;
  },
});

function change(by: (text: string) => string): TextFunctionMaker {
  return ([text]) => ({ evaluate: (user) => by(text?.evaluate(user) ?? '') });
}

import type { TextFunctionMaker } from '../core.ts';

/** Java's URLEncoder: form encoding that keeps only `.`, `-`, `*` and `_`. */
export const urlEncode: TextFunctionMaker = ([text]) => ({
  evaluate: (user) =>
    encodeURIComponent((text?.evaluate(user) ?? '').replace(loneSurrogates, '?'))
      .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+'),
});

const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Java's URLDecoder, which rejects a `%` without two digits. */
export const urlDecode: TextFunctionMaker = ([text]) => ({
  evaluate: (user) => {
    const written = text?.evaluate(user) ?? '';
    return written.replaceAll('+', ' ').replace(/(?:%[0-9a-fA-F]{2})+|%/g, (found, at: number) => {
      if (found === '%') {
        throw new Error(`java.lang.IllegalArgumentException: ${wrongEscape(written.slice(at + 1, at + 3))}`);
      }
      return Buffer.from(found.replaceAll('%', ''), 'hex').toString('utf8');
    });
  },
});

function wrongEscape(digits: string): string {
  if (digits.length < 2) {
    return 'URLDecoder: Incomplete trailing escape (%) pattern';
  }
  const what = /^-[0-9a-fA-F]/.test(digits)
    ? 'negative value'
    : `Error at index ${/^[0-9a-fA-F+-]/.test(digits) ? 1 : 0} in: "${digits}"`;
  return `URLDecoder: Illegal hex characters in escape (%) pattern - ${what}`;
}

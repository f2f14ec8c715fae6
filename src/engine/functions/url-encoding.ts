import type { TextFunctionMaker } from '../core.ts';

/** Java's URLEncoder: like forms, only `.`, `-`, `*` and `_` stay. */
export const urlEncode: TextFunctionMaker = ([text]) => ({
  evaluate: (user) =>
    encodeURIComponent((text?.evaluate(user) ?? '').replace(loneSurrogates, '?'))
      .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+'),
});

const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Java's URLDecoder, which refuses a `%` that is not followed by two digits. */
export const urlDecode: TextFunctionMaker = ([text]) => ({
  evaluate: (user) =>
    (text?.evaluate(user) ?? '').replaceAll('+', ' ').replace(/(?:%[0-9a-fA-F]{2})+|%/g, (found) => {
      if (found === '%') {
        throw new Error('URLDecoder: Illegal hex characters in escape (%) pattern');
      }
      return Buffer.from(found.replaceAll('%', ''), 'hex').toString('utf8');
    }),
});

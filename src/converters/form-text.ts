import type { RequestBody } from '../contract/resources/plan-conversion.ts';
import { formBody, textBody } from './make-request.ts';
import { hasReference } from './template.ts';

/** Fields of a urlencoded body; the text if JMeter would encode the fields differently. */
export function urlencodedBody(text: string): RequestBody {
  if (text === '' || hasReference(text) || !/^[^=&]+=[^=&]*(&[^=&]+=[^=&]*)*$/.test(text))
    return textBody(text);
  const pairs = [...new URLSearchParams(text)];
  return normal(pairs.map((pair) => pair.map(javaEncode).join('=')).join('&')) === normal(text)
    ? formBody(pairs)
    : textBody(text);
}

/** As URLEncoder of Java does. */
function javaEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .replaceAll('%20', '+');
}

const normal = (encoded: string) =>
  encoded
    .replaceAll('%20', '+')
    .replace(/[!'()~*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .replace(/%[\da-f]{2}/gi, (code) => code.toLowerCase());

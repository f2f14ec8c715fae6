import { broken } from './conversion.ts';
import { hasReference } from './template.ts';

/**
 * A URL of a document without its fragment, with characters escaped that Java rejects. References stay as they are.
 */
export function requestUrl(text: string): string {
  const given = text.trim();
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(given) || hasReference(given) ? given : `https://${given}`;
  // Variables are no part of the syntax: they are replaced by a name or an origin for the check.
  const plain = url.replace(/^\uFDD0[^\uFDD1]*\uFDD1/, 'https://x').replace(/\uFDD0[^\uFDD1]*\uFDD1/g, 'x');
  if (!URL.canParse(plain))
    throw broken(`"${given.slice(0, 200)}" is not a URL. Use an address such as https://shop.example/cart.`);
  if (!hasReference(url)) {
    const { protocol, href } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:')
      throw broken(
        `"${given.slice(0, 200)}" uses ${protocol.slice(0, -1)}. Only http and https are supported.`,
      );
    return escapeForJava(href);
  }
  return escapeForJava(url);
}

function escapeForJava(url: string): string {
  return url.replace(/#.*$/s, '').replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));
}

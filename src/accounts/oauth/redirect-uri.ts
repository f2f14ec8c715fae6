import { clipText } from '../../lib/clip.ts';

const loopbacks = ['localhost', '127.0.0.1', '[::1]'];
const maxLength = 2000;
const maxShownLength = 100;

export function problemOfRedirectUri(uri: string, isConfidential: boolean): string | undefined {
  const address = URL.parse(uri);
  if (!address || uri.length > maxLength || /[\s\\\u0000-\u001f\u007f]/.test(uri))
    return `Invalid redirect URI ${clipText(uri, maxShownLength)}. Use an absolute URI such as https://ci.example.com/callback.`;
  if (uri.includes('#'))
    return `The redirect URI ${clipText(uri, maxShownLength)} must not contain a fragment (#).`;
  if (uri.includes('*'))
    return `The redirect URI ${clipText(uri, maxShownLength)} must not contain *: URIs are compared exactly.`;
  if (address.username !== '' || address.password !== '')
    return `The redirect URI ${clipText(uri, maxShownLength)} must not contain a user name.`;
  const isLoopback = loopbacks.includes(address.hostname);
  if (address.protocol === 'http:' && isLoopback) return undefined;
  if (address.protocol !== 'https:')
    return `The redirect URI ${clipText(uri, maxShownLength)} must start with https://, or with http:// on a loopback address.`;
  if (isLoopback && !isConfidential)
    return `The redirect URI ${clipText(uri, maxShownLength)} of a public client must start with http:// on a loopback address.`;
  return undefined;
}

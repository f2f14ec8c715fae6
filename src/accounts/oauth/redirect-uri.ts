const loopbacks = ['localhost', '127.0.0.1', '[::1]'];
const maxLength = 2000;

/** What is wrong with an address to which people are sent back with a code, or undefined. */
export function problemOfRedirectUri(uri: string, isConfidential: boolean): string | undefined {
  const address = URL.parse(uri);
  if (!address || uri.length > maxLength || /[\s\\\u0000-\u001f\u007f]/.test(uri))
    return `The redirect address ${shorten(uri)} cannot be read. It must be whole, such as https://ci.example.com/callback.`;
  if (uri.includes('#')) return `The redirect address ${shorten(uri)} must have no fragment (#).`;
  if (uri.includes('*'))
    return `The redirect address ${shorten(uri)} must have no *: addresses are compared exactly.`;
  if (address.username !== '' || address.password !== '')
    return `The redirect address ${shorten(uri)} must have no user name in it.`;
  const isLoopback = loopbacks.includes(address.hostname);
  if (address.protocol === 'http:' && isLoopback) return undefined;
  if (address.protocol !== 'https:')
    return `The redirect address ${shorten(uri)} must begin with https://, or with http:// on the loopback address.`;
  if (isLoopback && !isConfidential)
    return `The redirect address ${shorten(uri)} of a program on people's own machines must begin with http:// on the loopback address.`;
  return undefined;
}

function shorten(uri: string): string {
  return uri.length > 100 ? `${uri.slice(0, 100)}…` : uri;
}

/**
 * Tokens of a request, in the order of checking. In Basic authentication the token is the user name: everything before
 * the first colon, or the whole value without a colon.
 */
export function tokensOfRequest(authorization: string | undefined, query: URLSearchParams): string[] {
  const tokens = [tokenOfHeader(authorization), query.get('auth_token')?.trim()];
  return tokens.filter((token): token is string => token !== undefined && token !== '');
}

function tokenOfHeader(authorization: string | undefined): string | undefined {
  const match = /^\s*(basic|bearer)\s+(\S+)\s*$/i.exec(authorization ?? '');
  const scheme = match?.[1]?.toLowerCase();
  const value = match?.[2];
  if (value === undefined) return undefined;
  return scheme === 'bearer' ? value : Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0]?.trim();
}

/**
 * The URLs of the single hosts of a PostgreSQL URL, in order; several hosts are written as in libpq:
 * `postgres://user@a:5432,b:5432/spate`. Undefined for other URLs.
 */
export function postgresHosts(url: string): string[] | undefined {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url);
  if (!parts) return undefined;
  const [, start = '', hosts = '', end = ''] = parts;
  const addresses = hosts.split(',').map((host) => start + host + end);
  const isEmpty = addresses.length > 1 && hosts.split(',').includes('');
  return !isEmpty && addresses.every((address) => URL.canParse(address)) ? addresses : undefined;
}

/** The parameter `target_session_attrs`; null without it. */
export function sessionAttributesOf(url: string): string | null {
  return new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get('target_session_attrs');
}

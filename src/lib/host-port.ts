export interface HostPort {
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
}

/** Parses `host:port` and `[IPv6 address]:port`; undefined if it is neither. */
export function parseHostPort(text: string): HostPort | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}

/** A host as in a URL: an IPv6 address has brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

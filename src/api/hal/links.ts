import type { IncomingHttpHeaders } from 'node:http';
import type { ApiOptions } from '../deps.ts';
import { originOfRequest } from '../plain-http.ts';

/** Links in responses start with /api; links opened elsewhere are absolute. */
export interface Addresses {
  /** Public origin of the service, without a trailing slash. */
  origin: string;
  permalinkBase: string;
  /** False for viewers: they get no join command. */
  isForViewer?: boolean;
}

/** Base URLs for the response to this request. */
export function addressesFor(options: ApiOptions, headers: IncomingHttpHeaders): Addresses {
  const reached = options.hasFixedAddress
    ? undefined
    : originOfRequest(headers, options.isTlsTerminatedElsewhere);
  const origin = (reached ?? options.publicUrl()).replace(/\/+$/, '');
  const permalinkBase = options.permalinkBase?.replace(/\/+$/, '') ?? `${origin}/app/runs`;
  return { origin, permalinkBase };
}

export function link(path: string): { href: string } {
  return { href: `/api${path}` };
}

export function timestamp(date: Date): string {
  return date.toISOString();
}

export function timestampOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/** A path with all defined parameters. */
export function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Links inside answers carry the prefix /api; links that are opened elsewhere are absolute. */
export interface Addresses {
  /** Origin of the service as the outside sees it, without a slash at the end. */
  origin: string;
  permalinkBase: string;
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

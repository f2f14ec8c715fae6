import { toOurs } from './aliases.ts';

export interface Address {
  /** Path and query as the routes know them. */
  url: string;
  usesOriginalNames: boolean;
  /** Under /app/api, where the cookie of the pages counts. */
  isFromPage: boolean;
}

/**
 * Brings the many ways in which clients write an address to one: `/api/x` is `/x`, a trailing or doubled slash does
 * not matter, `/app/api/x` is `/x` as the service's own pages ask for it, `/floods` is `/runs`, `/grid/:id` is `/grids/:id`, and of the third version only the runs were ever used.
 */
export function normaliseAddress(raw: string): Address {
  const target = raw.replace(/^https?:\/\/[^/?#]*/i, '');
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  const query = queryAt < 0 ? '' : target.slice(queryAt);
  const segments = path.split('/').filter((segment) => segment !== '');
  const isFromPage = segments[0] === 'app' && segments[1] === 'api';
  if (isFromPage) segments.splice(0, 2);
  else if (segments[0] === 'api') segments.shift();

  const place = segments[0] === 'app' || segments[0] === 'v3' ? 1 : 0;
  const resource = toOurs('path', segments[place] ?? '');
  if (resource.isOriginal) segments[place] = resource.name;
  if (segments[0] === 'v3' && segments[1] === 'runs') segments.shift();
  if (segments[0] === 'grid' && segments.length === 2) segments[0] = 'grids';

  return { url: `/${segments.join('/')}${query}`, usesOriginalNames: resource.isOriginal, isFromPage };
}

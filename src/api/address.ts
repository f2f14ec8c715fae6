import { toOurs } from './aliases.ts';

export interface Address {
  /** Normalized path and query. */
  url: string;
  usesOriginalNames: boolean;
  /** Requested below /app/api, where the session cookie is accepted. */
  isFromPage: boolean;
}

/**
 * Normalizes the URL forms of all clients: `/api/x` and `/app/api/x` (dashboard) become `/x`, trailing and doubled
 * slashes are removed, `/floods` becomes `/runs`, `/grid/:id` becomes `/grids/:id`. Of version 3, only runs are
 * supported.
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

import { signal } from '@preact/signals';

export interface Place {
  path: string;
  params: URLSearchParams;
}

/** Current path and query. View state worth sharing (range, sort, filter) is kept in the query. */
export const place = signal<Place>(read());

/** Navigates within the dashboard. */
export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  const before = place.peek().path;
  place.value = read();
  if (how === 'push' && place.peek().path !== before) scrollTo(0, 0);
}

/** Sets query parameters; undefined and empty values remove them. */
export function setParams(
  changes: Readonly<Record<string, string | undefined>>,
  how: 'push' | 'replace' = 'replace',
): void {
  const { path, params } = place.peek();
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  if (next.toString() === params.toString()) return;
  go(next.size === 0 ? path : `${path}?${next}`, how);
}

/** Handles browser history and links inside the dashboard without a page load. */
export function followLocation(): void {
  addEventListener('popstate', () => {
    place.value = read();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isOurs(link) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.href !== location.href) go(link.pathname + link.search + link.hash);
  });
}

function isOurs(link: HTMLAnchorElement): boolean {
  const isPage = link.pathname === '/app' || link.pathname.startsWith('/app/');
  const isSame = link.origin === location.origin && link.target === '' && !link.hasAttribute('download');
  return isSame && isPage && !(link.hash !== '' && link.pathname === location.pathname);
}

function read(): Place {
  // /app/floods is the former path of /app/runs.
  const path = location.pathname.replace(/^\/app\/floods\b/, '/app/runs').replace(/(.)\/$/, '$1');
  return { path, params: new URLSearchParams(location.search) };
}

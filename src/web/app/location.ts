import { signal } from '@preact/signals';

export interface Place {
  path: string;
  params: URLSearchParams;
}

/** Where the reader is. Everything worth sharing about a page (range, sort, filter) is in its address. */
export const place = signal<Place>(read());

/** Goes to another page of the dashboard, or to another view of this one. */
export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  const before = place.peek().path;
  place.value = read();
  if (how === 'push' && place.peek().path !== before) scrollTo(0, 0);
}

/** Sets and removes (undefined) parameters of this page's address. Empty ones do not stand in it. */
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

/** Follows the browser's own buttons, and links inside the dashboard without loading it again. */
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
  // The old names lead to the same pages.
  const path = location.pathname.replace(/^\/app\/floods\b/, '/app/runs').replace(/(.)\/$/, '$1');
  return { path, params: new URLSearchParams(location.search) };
}

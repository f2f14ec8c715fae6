import { signal } from '@preact/signals';

export interface PageLocation {
  path: string;
  params: URLSearchParams;
}

/** Current path and query. View state worth sharing (range, sort, filter) is kept in the query. */
export const pageLocation = signal<PageLocation>(read());

/** Navigates within the dashboard. */
export function navigate(url: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  const before = pageLocation.peek().path;
  pageLocation.value = read();
  if (how === 'push' && pageLocation.peek().path !== before) scrollTo(0, 0);
}

/** Sets query parameters; undefined and empty values remove them. */
export function setParams(
  changes: Readonly<Record<string, string | undefined>>,
  how: 'push' | 'replace' = 'replace',
): void {
  const { path, params } = pageLocation.peek();
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  if (next.toString() === params.toString()) return;
  navigate(next.size === 0 ? path : `${path}?${next}`, how);
}

/** Handles browser history and links inside the dashboard without a page load. */
export function trackLocation(): void {
  addEventListener('popstate', () => {
    pageLocation.value = read();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isOurs(link) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.href !== location.href) navigate(link.pathname + link.search + link.hash);
  });
}

function isOurs(link: HTMLAnchorElement): boolean {
  const isPage = link.pathname === '/app' || link.pathname.startsWith('/app/');
  const isSame = link.origin === location.origin && link.target === '' && !link.hasAttribute('download');
  return isSame && isPage && !(link.hash !== '' && link.pathname === location.pathname);
}

function read(): PageLocation {
  // /app/floods is the former path of /app/runs.
  const path = location.pathname.replace(/^\/app\/floods\b/, '/app/runs').replace(/(.)\/$/, '$1');
  return { path, params: new URLSearchParams(location.search) };
}

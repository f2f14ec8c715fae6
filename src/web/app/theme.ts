import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const yearS = 365 * 24 * 3600;
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme. Stored in a cookie, which the service reads to render the page in the right colours. */
export const theme = signal<Theme>(chosen());
/** Increases when the effective colours change: canvases depend on it to redraw. */
export const themeVersion = signal(0);

darkSystem.addEventListener('change', repaint);

export function setTheme(next: Theme): void {
  const { documentElement } = document;
  if (next === 'system') delete documentElement.dataset.theme;
  else documentElement.dataset.theme = next;
  const age = next === 'system' ? 0 : yearS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser.
  document.cookie = `spate_theme=${next}; Path=/app; Max-Age=${age}; SameSite=Strict; Secure`;
  theme.value = next;
  repaint();
}

/** Whether the effective colours are those of the dark theme. */
export function isDark(): boolean {
  return theme.peek() === 'dark' || (theme.peek() === 'system' && darkSystem.matches);
}

/** The current value of a custom property such as `--p99`, resolved to `rgb(1, 2, 3)` for use on a canvas. */
export function colour(name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function chosen(): Theme {
  const { theme: named } = document.documentElement.dataset;
  return named === 'light' || named === 'dark' ? named : 'system';
}

function repaint(): void {
  themeVersion.value += 1;
}

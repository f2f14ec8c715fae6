import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const yearS = 365 * 24 * 3600;
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** What the reader chose. The service reads it from a cookie, so that the page comes in the right colours at once. */
export const theme = signal<Theme>(chosen());
/** Counts changes of the colours in force: what is drawn on a canvas must be drawn again. */
export const paint = signal(0);

darkSystem.addEventListener('change', repaint);

export function setTheme(next: Theme): void {
  const { documentElement } = document;
  if (next === 'system') delete documentElement.dataset.theme;
  else documentElement.dataset.theme = next;
  const age = next === 'system' ? 0 : yearS;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser yet.
  document.cookie = `spate_theme=${next}; Path=/app; Max-Age=${age}; SameSite=Strict; Secure`;
  theme.value = next;
  repaint();
}

/** The colour that a custom property of the style sheet, such as `--p99`, stands for now, as `rgb(1, 2, 3)`: a canvas knows no others. */
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
  paint.value += 1;
}

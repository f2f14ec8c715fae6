/** Second-level domains below which names are registered, such as shop.co.uk. */
const registry = /^(?:ac|co|com|edu|gov|go|ne|net|or|org)$/;

/** The domain that hosts of one operator share, such as shop.example for www.shop.example; an estimate. */
export function siteOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { hostname } = new URL(url);
  const labels = hostname.split('.');
  if (labels.length < 3 || /^[\d.]+$|:/.test(hostname)) return hostname;
  const isBelowRegistry = labels.at(-1)?.length === 2 && registry.test(labels.at(-2) ?? '');
  return labels.slice(isBelowRegistry ? -3 : -2).join('.');
}

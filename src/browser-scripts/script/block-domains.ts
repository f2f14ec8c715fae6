import type { BrowserContext, Request } from 'playwright-core';
import { globMatcher } from './glob.ts';

/** Stops requests to hosts that match one of the patterns; a pattern with a colon is matched with the port. */
export async function blockDomains(
  context: BrowserContext,
  patterns: string[],
  onBlocked: (request: Request) => void,
): Promise<void> {
  if (patterns.length === 0) return;
  const matchers = patterns.map((pattern) => ({
    withPort: pattern.includes(':'),
    matches: globMatcher(pattern),
  }));
  const isBlocked = (url: URL) =>
    matchers.some(({ withPort, matches }) => matches(withPort ? withPortOf(url) : url.hostname));
  await context.route(isBlocked, (route) => {
    onBlocked(route.request());
    return route.abort('blockedbyclient');
  });
}

function withPortOf(url: URL): string {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return `${url.hostname}:${port}`;
}

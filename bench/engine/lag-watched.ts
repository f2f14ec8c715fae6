import { atPart, sorted } from '../support/at-part.ts';
import type { OurEngine } from './our-engine.ts';
import type { Stalls } from './witness/stalls.ts';

/** How late users were woken at the 99th percentile of each second that was watched: the middle one, the worst, of how many. */
export async function lagWatched(engines: readonly OurEngine[], stalls: Stalls): Promise<string> {
  const seconds = (await Promise.all(engines.map((engine) => engine.lagBySecond()))).flat();
  const watched = seconds.filter(({ second }) => stalls.hasSeen(second * 1000, (second + 1) * 1000));
  const lags = sorted(watched.map(({ p99Ms }) => p99Ms));
  const [middle, worst] = [atPart(lags, 0.5), atPart(lags, 1)];
  return lags.length === 0 ? 'none' : `${middle.toFixed(1)} · ${worst.toFixed(1)} · ${lags.length}`;
}

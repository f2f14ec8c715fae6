import { atPart, sorted } from '../support/at-part.ts';
import type { OurEngine } from './our-engine.ts';
import type { Stalls } from './witness/stalls.ts';

/** Schedule lag p99 of the watched seconds: median, maximum, number of seconds. */
export async function lagWatched(engines: readonly OurEngine[], stalls: Stalls): Promise<string> {
  const seconds = (await Promise.all(engines.map((engine) => engine.lagBySecond()))).flat();
  const watched = seconds.filter(({ second }) => stalls.hasSeen(second * 1000, (second + 1) * 1000));
  const lags = sorted(watched.map(({ p99Ms }) => p99Ms));
  const [median, worst] = [atPart(lags, 0.5), atPart(lags, 1)];
  return lags.length === 0 ? 'none' : `${median.toFixed(1)} · ${worst.toFixed(1)} · ${lags.length}`;
}

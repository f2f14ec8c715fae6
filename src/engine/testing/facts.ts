import type { DifferentialCase } from './differential-case.ts';
import type { SampleFacts } from './sample-facts.ts';
import type { SeenRequest } from './target.ts';

/** What one engine did in a case. */
export interface RawFacts {
  samples: SampleFacts[];
  requests: SeenRequest[];
  /** Data sent by other protocols than HTTP, if the case compares it. */
  sent: string[];
  files: Record<string, string>;
}

/** The facts that are compared. */
export interface Facts {
  samples: unknown[];
  requests: unknown[];
  files: Record<string, string>;
}

/** Makes facts comparable: removes times and random parts, and sorts them independently of the machine. */
export function comparableFacts(each: DifferentialCase, facts: RawFacts, isOnlyWriter: boolean): Facts {
  const times = each.summarize ? [] : ['startMs', 'endMs', ...timesOfSamples];
  const users = each.summarize || isOnlyWriter ? [] : ['groupUsers', 'allUsers'];
  const without = new Set<string>([...(each.without ?? []), ...times, ...users]);
  const text = JSON.stringify(facts.samples, (key, value: unknown) =>
    without.has(key) || (without.has('bytes') && /^(headerBytes|bodyBytes)$/.test(key)) ? undefined : value,
  );
  const requestText = JSON.stringify(without.has('requests') ? [] : facts.requests);
  const normalize = each.normalize ?? ((same: string) => same);
  const samples = JSON.parse(normalize(text)) as SampleFacts[];
  const requests = JSON.parse(normalize(requestText)) as SeenRequest[];
  const sorted = byThread(samples);
  return {
    samples: each.summarize?.(sorted) ?? sorted,
    requests:
      each.summarizeRequests?.(requests, facts.sent) ??
      (each.isConcurrent
        ? requests
            .map((seen) => ({ ...seen, connection: 0 }))
            .toSorted((left, right) => compare(JSON.stringify(left), JSON.stringify(right)))
        : requests),
    files: Object.fromEntries(
      Object.entries(facts.files).map(([name, file]) => [normalize(name), normalize(file)]),
    ),
  };
}

const timesOfSamples = ['latencyMs', 'connectMs', 'idleMs'] as const;

/**
 * Which times of each sample are above 0: a digit for each sample and, after it, its sub-samples, with 1 for latency, 2
 * for the connect time and 4 for the idle time. Empty where the case compares times in its own way.
 */
export const measuredTimes = (each: DifferentialCase, samples: readonly SampleFacts[]): string =>
  each.summarize ? '' : digitsOf(byThread(samples), (ms) => ms > 0);

/**
 * The same for times that the case causes. Shorter ones, and connect times, may be 0 on a faster machine than that of the
 * recording.
 */
export const certainTimes = (each: DifferentialCase, samples: readonly SampleFacts[]): string =>
  each.summarize
    ? ''
    : digitsOf(byThread(samples), (ms, time) => time !== 'connectMs' && ms >= leastCertainMs);

/** The times that are in both, each as of `certainTimes`. */
export const commonTimes = (left: string, right: string): string =>
  [...left].map((digit, index) => Number(digit) & Number(right[index] ?? 0)).join('');

/** Above the noise of an idle machine; the shortest waits of the cases are longer. */
const leastCertainMs = 20;

const digitsOf = (
  samples: readonly SampleFacts[],
  isMeant: (ms: number, time: (typeof timesOfSamples)[number]) => boolean,
): string =>
  samples
    .map(
      (sample) =>
        timesOfSamples.reduce((sum, time, bit) => sum + (isMeant(sample[time], time) ? 1 << bit : 0), 0) +
        digitsOf(sample.children, isMeant),
    )
    .join('');

/**
 * Times that Apache JMeter measured as above 0 and our engine as 0. Apache's whole milliseconds allow no closer
 * comparison.
 */
export function lostTimes(each: DifferentialCase, ours: readonly SampleFacts[], apache: string): string[] {
  const all = each.summarize ? [] : flatten(byThread(ours));
  return all.flatMap((our, index) =>
    timesOfSamples
      .filter((time, bit) => our[time] === 0 && (Number(apache[index] ?? 0) & (1 << bit)) !== 0)
      .map((time) => `${time} of ${our.label}`),
  );
}

const flatten = (samples: readonly SampleFacts[]): SampleFacts[] =>
  samples.flatMap((sample) => [sample, ...flatten(sample.children)]);

/**
 * In the order of each thread, threads by name. Transactions without samples have no thread name; sorted by label and
 * variables.
 */
const byThread = (samples: readonly SampleFacts[]) =>
  samples.toSorted(
    (left, right) =>
      compare(left.thread, right.thread) || (left.thread === '' ? compare(lookOf(left), lookOf(right)) : 0),
  );

const lookOf = ({ label, variables }: SampleFacts) => JSON.stringify([label, variables]);

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

import type { LabelFigures } from './figures.ts';

export interface SummaryFacts {
  /** All labels together. */
  total: LabelFigures;
  maxUsers: number;
  durationS: number;
  gridCount: number;
  /** Each once. */
  regions: string[];
}

/** The report in one paragraph. The order of the facts and the words `N failed` are what people's scripts look for. */
export function writeSummary(facts: SummaryFacts): string {
  const { total } = facts;
  if (total.passed + total.failed === 0) return `No samples were measured${where(facts)}.`;
  return [
    `${users(facts.maxUsers)}${where(facts)} for ${duration(facts.durationS)}.`,
    `The mean response time was ${ms(total.meanMs)} with a standard deviation of ${ms(total.standardDeviationMs)},`,
    `the median ${ms(total.percentilesMs['50'])}, the 90th percentile ${ms(total.percentilesMs['90'])}`,
    `and the maximum ${ms(total.maxMs)}.`,
    `Requests reached ${whole(total.maxRequestsPerMinute)} rpm at most and ${whole(total.requestsPerMinute)} rpm on average.`,
    `${counted(abbreviate(total.passed), total.passed, 'transaction')} passed, ${total.failed} failed.`,
  ].join(' ');
}

function users(count: number): string {
  return count === 0 ? 'An unknown number of users' : `Up to ${counted(whole(count), count, 'user')}`;
}

function where({ gridCount, regions }: SummaryFacts): string {
  if (gridCount === 0) return '';
  return ` across ${counted(whole(gridCount), gridCount, 'grid')} in ${list(regions)}`;
}

/** Whole minutes once there are two of them. */
function duration(seconds: number): string {
  if (seconds < 120 && seconds !== 60) return counted(whole(seconds), seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return counted(whole(minutes), minutes, 'minute');
}

function counted(text: string, count: number, noun: string): string {
  return `${text} ${noun}${count === 1 ? '' : 's'}`;
}

function list(words: string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Below 10 ms a decimal still says something. */
function ms(value = 0): string {
  return value < 10 ? `${Math.round(value * 10) / 10} ms` : `${whole(value)} ms`;
}

/** A whole number with thousands separators. */
function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `1.22 M`: three significant digits, and plain below 10,000. */
function abbreviate(count: number): string {
  if (count < 10_000) return whole(count);
  for (const [unit, size] of [
    ['K', 1e3],
    ['M', 1e6],
    ['G', 1e9],
  ] as const) {
    const text = (count / size).toPrecision(3);
    if (Number(text) < 1000 || unit === 'G') return `${Number(text)} ${unit}`;
  }
  return whole(count);
}

import { count, durationOfMs, threeDigits, whole } from '../lib/figures.ts';
import type { LabelFigures } from './figures.ts';

export interface SummaryFacts {
  /** All labels together. */
  total: LabelFigures;
  maxUsers: number;
  durationS: number;
  gridCount: number;
  /** Location of the nodes: `on this machine`. */
  place: string;
}

/** The report in one paragraph. Client scripts depend on the order of the facts and on `N failed`. */
export function writeSummary(facts: SummaryFacts): string {
  const { total } = facts;
  // The documented summary covers all samples.
  const times = total.times.all;
  if (times === null) return `No samples were measured${where(facts)}.`;
  return [
    `${users(facts.maxUsers)}${where(facts)} for ${duration(facts.durationS)}.`,
    `The mean response time was ${durationOfMs(times.meanMs)} with a standard deviation of ${durationOfMs(times.standardDeviationMs)},`,
    `the median ${durationOfMs(times.percentilesMs['50'])}, the 90th percentile ${durationOfMs(times.percentilesMs['90'])}`,
    `and the maximum ${durationOfMs(times.maxMs)}.`,
    `Requests reached ${threeDigits(total.maxRequestsPerMinute)} rpm at most and ${threeDigits(total.requestsPerMinute)} rpm on average.`,
    `${abbreviate(total.passed)} transaction${total.passed === 1 ? '' : 's'} passed, ${total.failed} failed.`,
    ...(total.failed > 0 ? ['Response times include failed samples.'] : []),
  ].join(' ');
}

function users(most: number): string {
  return most === 0 ? 'An unknown number of users' : `Up to ${count(most, 'user')}`;
}

function where({ gridCount, place }: SummaryFacts): string {
  if (gridCount === 0) return '';
  return ` across ${count(gridCount, 'grid')} ${place}`;
}

/** Whole minutes from 2 min on. */
function duration(seconds: number): string {
  if (seconds < 120 && seconds !== 60) return count(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return count(minutes, 'minute');
}

/** `1.22 M`: three significant digits; unabbreviated below 10,000. */
function abbreviate(value: number): string {
  if (value < 10_000) return whole(value);
  for (const [unit, size] of [
    ['K', 1e3],
    ['M', 1e6],
    ['G', 1e9],
  ] as const) {
    const text = (value / size).toPrecision(3);
    if (Number(text) < 1000 || unit === 'G') return `${Number(text)} ${unit}`;
  }
  return whole(value);
}

import { randomDuration } from '../lib/seeded-random.ts';
import type { Sample } from './sample.ts';

export interface RandomSampleOptions {
  /** First second in which samples end. */
  fromS: number;
  spanS: number;
  labels: string[];
  /** Share of failures, 0 to 1. */
  failing: number;
}

/** For tests: samples with realistic response times. */
export function randomSamples(count: number, random: () => number, options: RandomSampleOptions): Sample[] {
  return Array.from({ length: count }, () => randomSample(random, options));
}

function randomSample(random: () => number, { fromS, spanS, labels, failing }: RandomSampleOptions): Sample {
  const elapsedUs = randomElapsedUs(random);
  const endedAtMs = Math.floor((fromS + random() * spanS) * 1000);
  const isPassed = random() >= failing;
  const text = Math.floor(random() * 5);
  return {
    label: labels[Math.floor(random() * labels.length)] ?? '',
    startedAtMs: endedAtMs - elapsedUs / 1000,
    elapsedUs,
    latencyUs: Math.floor(elapsedUs / 2),
    connectUs: Math.floor(elapsedUs / 10),
    isPassed,
    code: isPassed ? '200' : String(500 + text),
    message: isPassed ? '' : `Server answered with failure ${text}`,
    bytesIn: Math.floor(random() * 10_000),
    bytesOut: Math.floor(random() * 500),
    users: Math.floor(random() * 50) + 1,
  };
}

/** Around 50 ms. */
export function randomElapsedUs(random: () => number): number {
  return Math.round(randomDuration(random, 50_000, 0.6));
}

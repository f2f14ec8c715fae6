import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import type { Generator, Load } from './load.ts';
import { processorUs } from './process-time.ts';

export interface Figures {
  /** In the last stretch. */
  perSecond: number;
  /** Of processor time for each request, in the last stretch. */
  processorUs: number;
  /** Of its core, in the last stretch: with less than nearly all of it something else was the limit. */
  coreShare: number;
  /** In the seconds after its first request. */
  earlyPerSecond: number;
  /** What the generator counted, against what the server did. */
  counted: string;
}

/** How long a generator is looked at, from its first request on. */
export interface Stretch {
  warmUpSeconds: number;
  seconds: number;
}

export const earlySeconds = 10;
const patienceMs = 60_000;

export function lookedAtSeconds({ warmUpSeconds, seconds }: Stretch): number {
  return Math.max(warmUpSeconds + seconds, earlySeconds);
}

interface Reading {
  atMs: number;
  requests: number;
  us: number;
}

/** Lets a generator begin, reads the server's own counter each second, and ends it. */
export async function measure({ nginx }: Load, generator: Generator, stretch: Stretch): Promise<Figures> {
  const before = await nginx.requests();
  const read = async (): Promise<Reading> => {
    const requests = (await nginx.requests()) - before;
    return { atMs: performance.now(), requests, us: processorUs(generator.pid) };
  };
  await generator.begin();
  await until('the first request', async () => (await nginx.requests()) > before, patienceMs, 5);
  const startedAtMs = performance.now();
  const readings = [await read()];
  for (let second = 1; second <= lookedAtSeconds(stretch); second++) {
    await delay(Math.max(0, startedAtMs + second * 1000 - performance.now()));
    readings.push(await read());
  }
  await generator.end();
  const counted = await generator.counted();
  const served = (await nginx.requests()) - before;
  const steady = between(readings.at(-1 - stretch.seconds), readings.at(-1));
  return {
    perSecond: steady.perSecond,
    processorUs: steady.processorUs,
    coreShare: steady.coreShare,
    earlyPerSecond: between(readings[0], readings[earlySeconds]).perSecond,
    counted: counted === served ? 'the same' : `${counted} of ${served}`,
  };
}

function between(from: Reading | undefined, to: Reading | undefined) {
  if (!from || !to) {
    throw new Error('It was not looked at for long enough.');
  }
  const requests = to.requests - from.requests;
  return {
    perSecond: (requests / (to.atMs - from.atMs)) * 1000,
    processorUs: (to.us - from.us) / requests,
    coreShare: (to.us - from.us) / ((to.atMs - from.atMs) * 1000),
  };
}

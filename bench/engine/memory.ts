import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import { lagWatched } from './lag-watched.ts';
import type { Nginx } from './nginx.ts';
import { OurEngine } from './our-engine.ts';
import { benchPlan } from './plan.ts';
import { processorUs, residentKb } from './process-time.ts';
import { Witness } from './witness/witness.ts';

export interface MemoryFigures {
  users: number;
  residentKb: number;
  perSecond: number;
  /** Share of one core. */
  processorShare: number;
  /** Schedule lag that the engine logs at its end: 99th percentile and maximum. */
  lateMs: string;
  /** The p99 of the watched seconds: median, maximum, number of seconds. */
  watchedLateMs: string;
  stalls: string;
}

/** More connections than this to one address run out of ports. */
const portsAtMost = 20_000;
const rampSeconds = 8;

/** Measures many users with think time, each with an open connection in use. */
export async function measureMemory(
  nginx: Nginx,
  settings: {
    users: number;
    /** Number of users that determines the flags of Node.js. */
    asForUsers: number;
    isTls: boolean;
    thinkTimeMs: number;
    seconds: number;
    serverCore: number;
    core: number;
  },
  folder: string,
): Promise<MemoryFigures> {
  const { users, asForUsers, isTls, thinkTimeMs, seconds, serverCore, core } = settings;
  const addresses = Array.from(
    { length: Math.ceil(users / portsAtMost) },
    (_, index) => `127.0.0.${index + 1}`,
  );
  const port = isTls ? nginx.tlsPort : nginx.port;
  const load = { addresses, port, isTls, users, checks: 2, thinkTimeMs, rampSeconds };
  const asForPlan = benchPlan({ ...load, users: asForUsers });
  const own = join(folder, `memory-${users}-${Date.now()}`);
  const engine = await OurEngine.prepare(own, benchPlan(load), core, { asForPlan });
  const witness = await Witness.start([serverCore, core]);
  const before = await nginx.requests();
  await engine.start();
  await until(
    'every user has sent a request',
    async () => (await nginx.requests()) - before >= users,
    120_000,
  );
  await delay(Math.max(0, rampSeconds * 1000));
  const requestsBefore = await nginx.requests();
  const usBefore = processorUs(engine.pid);
  const stalls = await witness.watch(seconds);
  const requests = (await nginx.requests()) - requestsBefore;
  const us = processorUs(engine.pid) - usBefore;
  const resident = residentKb(engine.pid);
  await engine.stop();
  await witness.stop();
  const [, p99 = '?', most = '?'] =
    /schedule lag p99 ([\d.]+) ms, maximum (\d+) ms/.exec(await engine.log()) ?? [];
  return {
    users,
    residentKb: resident,
    perSecond: requests / seconds,
    processorShare: us / (seconds * 1e6),
    lateMs: `${p99} · ${most}`,
    watchedLateMs: await lagWatched([engine], stalls),
    stalls: String(stalls),
  };
}

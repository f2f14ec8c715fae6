import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import type { Nginx } from './nginx.ts';
import { OurEngine } from './our-engine.ts';
import { benchPlan } from './plan.ts';
import { processorUs, residentKb } from './process-time.ts';

export interface MemoryFigures {
  users: number;
  residentKb: number;
  perSecond: number;
  /** Of one core. */
  processorShare: number;
  /** How late the engine says it woke users, at the 99th percentile and at most. */
  lateMs: string;
}

/** More connections than this to one address run out of ports. */
const portsAtMost = 20_000;
const rampSeconds = 8;

/** Many users with think time: all have their connection and use it. */
export async function measureMemory(
  nginx: Nginx,
  settings: { users: number; isTls: boolean; thinkTimeMs: number; seconds: number; core: number },
  folder: string,
): Promise<MemoryFigures> {
  const { users, isTls, thinkTimeMs, seconds, core } = settings;
  const addresses = Array.from(
    { length: Math.ceil(users / portsAtMost) },
    (_, index) => `127.0.0.${index + 1}`,
  );
  const plan = benchPlan({
    addresses,
    port: isTls ? nginx.tlsPort : nginx.port,
    isTls,
    users,
    checks: 2,
    thinkTimeMs,
    rampSeconds,
  });
  const engine = await OurEngine.prepare(join(folder, `memory-${users}-${Date.now()}`), plan, core);
  const before = await nginx.requests();
  await engine.start();
  await until('every user has asked', async () => (await nginx.requests()) - before >= users, 120_000);
  await delay(Math.max(0, rampSeconds * 1000));
  const requestsBefore = await nginx.requests();
  const usBefore = processorUs(engine.pid);
  await delay(seconds * 1000);
  const requests = (await nginx.requests()) - requestsBefore;
  const us = processorUs(engine.pid) - usBefore;
  const resident = residentKb(engine.pid);
  await engine.stop();
  const [, p99 = '?', most = '?'] =
    /woken ([\d.]+) ms late at the 99th percentile, (\d+) ms at most/.exec(await engine.log()) ?? [];
  return {
    users,
    residentKb: resident,
    perSecond: requests / seconds,
    processorShare: us / (seconds * 1e6),
    lateMs: `${p99} · ${most}`,
  };
}

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Nginx } from './nginx.ts';
import { OurEngine } from './our-engine.ts';
import { benchPlan } from './plan.ts';
import { processorUs } from './process-time.ts';
import { startWrk } from './wrk.ts';

export interface Figures {
  perSecond: number;
  processorUs: number;
  /** What the generator counted, against what the server did; undefined when it was not asked. */
  counted: string | undefined;
}

export interface Load {
  nginx: Nginx;
  isTls: boolean;
  users: number;
  checks: number;
  /** Not measured: connections are made and code gets warm. */
  warmUpSeconds: number;
  seconds: number;
  core: number;
}

export async function measureOurs(load: Load, folder: string): Promise<Figures> {
  const { nginx, isTls, users, checks, core } = load;
  const plan = benchPlan({
    addresses: ['127.0.0.1'],
    port: isTls ? nginx.tlsPort : nginx.port,
    isTls,
    users,
    checks,
    thinkTimeMs: 0,
    rampSeconds: 0,
  });
  const engine = await OurEngine.prepare(join(folder, `ours-${Date.now()}`), plan, core);
  const before = await nginx.requests();
  await engine.start();
  const figures = await measure(load, engine.pid);
  await engine.stop();
  const served = (await nginx.requests()) - before;
  const counted = await engine.requests();
  return { ...figures, counted: counted === served ? 'the same' : `${counted} of ${served}` };
}

export async function measureWrk(load: Load): Promise<Figures> {
  const { nginx, isTls, users, seconds, warmUpSeconds, core } = load;
  const url = isTls
    ? `https://127.0.0.1:${nginx.tlsPort}/items/1234`
    : `http://127.0.0.1:${nginx.port}/items/1234`;
  const wrk = await startWrk(url, users, Math.ceil(seconds + warmUpSeconds) + 1, core);
  const figures = await measure(load, wrk.pid);
  await wrk.ended;
  return { ...figures, counted: undefined };
}

async function measure({ nginx, warmUpSeconds, seconds }: Load, pid: number) {
  await delay(warmUpSeconds * 1000);
  const requestsBefore = await nginx.requests();
  const usBefore = processorUs(pid);
  const startedAtMs = performance.now();
  await delay(seconds * 1000);
  const requests = (await nginx.requests()) - requestsBefore;
  const us = processorUs(pid) - usBefore;
  const elapsedMs = performance.now() - startedAtMs;
  return { perSecond: (requests / elapsedMs) * 1000, processorUs: us / requests };
}

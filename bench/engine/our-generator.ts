import { join } from 'node:path';
import type { Generator, Load } from './load.ts';
import { OurEngine } from './our-engine.ts';
import { benchPlan } from './plan.ts';

export async function prepareOurs(load: Load, folder: string): Promise<Generator> {
  const engine = await OurEngine.prepare(join(folder, `ours-${Date.now()}`), planOf(load), load.core);
  return {
    pid: engine.pid,
    begin: () => engine.start(),
    end: () => engine.stop(),
    counted: () => engine.requests(),
  };
}

/** The plan for Apache JMeter and our engine. */
export function planOf({ nginx, isTls, isFull, users, checks, scripts }: Load): string {
  return benchPlan({
    addresses: ['127.0.0.1'],
    port: isTls ? nginx.tlsPort : nginx.port,
    isTls,
    isFull,
    users,
    checks,
    scripts,
    thinkTimeMs: 0,
    rampSeconds: 0,
  });
}

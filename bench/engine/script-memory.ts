import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import { printTable } from '../support/table.ts';
import { prepareJmeter } from './jmeter.ts';
import type { Generator, ScriptKind } from './load.ts';
import type { Nginx } from './nginx.ts';
import { OurEngine } from './our-engine.ts';
import { benchPlan } from './plan.ts';
import { anonymousKb, processorUs, residentKb } from './process-time.ts';

const users = 1000;
const thinkTimeMs = 2000;
const rampSeconds = 10;
/** Time for each user to run its scripts several times. */
const settleSeconds = 10;

interface Measured {
  residentMb: number;
  /** Without pages of files. */
  anonymousMb: number;
  perSecond: number;
  processorUs: number;
}

const titles: Record<ScriptKind, string> = {
  groovy: 'Groovy',
  'groovy-in-jvm': 'Groovy in a JVM',
  'bean-shell': 'BeanShell',
};

/** Memory of a thousand users whose requests have scripts, compared with Apache JMeter. The target is a tenth, without a JVM. */
export async function showScriptMemory(nginx: Nginx, folder: string, core: number, seconds: number) {
  const rows: (string | number)[][] = [];
  for (const scripts of Object.keys(titles) as ScriptKind[]) {
    const plan = benchPlan({
      ...{ addresses: ['127.0.0.1'], port: nginx.port, isTls: false, users, checks: 0, scripts },
      ...{ thinkTimeMs, thinkSpreadMs: thinkTimeMs / 2, rampSeconds },
    });
    const own = join(folder, `script-memory-${scripts}`);
    const engine = await OurEngine.prepare(own, plan, core);
    const ours = await measure(nginx, seconds, {
      pid: engine.pid,
      begin: () => engine.start(),
      end: () => engine.stop(),
      counted: () => engine.requests(),
    });
    const jmeter = await measure(nginx, seconds, await prepareJmeter({ core }, folder, plan));
    rows.push([
      ...[titles[scripts], Math.round(ours.residentMb), Math.round(jmeter.residentMb)],
      (jmeter.residentMb / ours.residentMb).toFixed(1),
      ...[Math.round(ours.anonymousMb), Math.round(jmeter.anonymousMb)],
      (jmeter.anonymousMb / ours.anonymousMb).toFixed(1),
      ...[Math.round(ours.perSecond), Math.round(jmeter.perSecond)],
      ...[Math.round(ours.processorUs), Math.round(jmeter.processorUs)],
    ]);
    console.log(rows.at(-1)?.join(' · '));
  }
  printTable(
    `Memory of ${users} users with ${thinkTimeMs} ms of think time and scripts around each request`,
    [
      ...['scripts', 'our MB', "JMeter's MB", 'times ours'],
      ...['our MB without files', "JMeter's", 'times ours', 'our requests/s', "JMeter's"],
      ...['our processor µs/request', "JMeter's"],
    ],
    rows,
  );
}

/** Includes child processes, such as the JVM of scripts. */
async function measure(nginx: Nginx, seconds: number, generator: Generator): Promise<Measured> {
  const atStart = await nginx.requests();
  await generator.begin();
  await until(
    'every user has sent a request',
    async () => (await nginx.requests()) - atStart >= users,
    120_000,
  );
  await delay((rampSeconds + settleSeconds) * 1000);
  const [before, usBefore] = [await nginx.requests(), processorUs(generator.pid)];
  await delay(seconds * 1000);
  const requests = (await nginx.requests()) - before;
  const us = processorUs(generator.pid) - usBefore;
  const residentMb = residentKb(generator.pid) / 1024;
  const anonymousMb = anonymousKb(generator.pid) / 1024;
  await generator.end();
  return { residentMb, anonymousMb, perSecond: requests / seconds, processorUs: us / requests };
}

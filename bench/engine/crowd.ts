import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import { printTable } from '../support/table.ts';
import { lagWatched } from './lag-watched.ts';
import { Nginx } from './nginx.ts';
import { OurEngine } from './our-engine.ts';
import { benchPlan } from './plan.ts';
import { processorUs, residentKb } from './process-time.ts';
import { Witness } from './witness/witness.ts';

export interface CrowdSettings {
  folder: string;
  serverCore: number;
  core: number;
  users: number;
  thinkTimeMs: number;
}

/** Per process and per address: below the usual limits of files and ports. */
const usersPerProcess = 16_000;
const connectionsPerWorker = 14_000;
const usersPerSecond = 2000;
const settlingThinkTimes = 6;

/** More users than the file limit of one process allows: several engines, each with its own target address. */
class Crowd {
  readonly nginx: Nginx;
  readonly engines: readonly OurEngine[];
  readonly users: number;

  private constructor(nginx: Nginx, engines: readonly OurEngine[], users: number) {
    this.nginx = nginx;
    this.engines = engines;
    this.users = users;
  }

  /** Resolves when all users have their connections. */
  static async start(settings: CrowdSettings): Promise<Crowd> {
    const { serverCore, core, thinkTimeMs } = settings;
    const folder = join(settings.folder, `crowd-${Date.now()}`);
    await mkdir(folder);
    const nginx = await Nginx.start(folder, serverCore, Math.ceil(settings.users / connectionsPerWorker));
    const processes = Math.ceil(settings.users / usersPerProcess);
    const users = Math.ceil(settings.users / processes);
    const rampSeconds = Math.ceil(settings.users / usersPerSecond);
    const engines: OurEngine[] = [];
    for (let index = 0; index < processes; index++) {
      const plan = benchPlan({
        ...{ addresses: [`127.0.0.${index + 1}`], port: nginx.port, isTls: false, users, checks: 2 },
        ...{ thinkTimeMs, thinkSpreadMs: thinkTimeMs / 2, rampSeconds },
      });
      engines.push(await OurEngine.prepare(join(folder, `engine-${index}`), plan, core));
    }
    await Promise.all(engines.map((engine) => engine.start()));
    const crowd = new Crowd(nginx, engines, users * processes);
    const limitMs = rampSeconds * 1000 * 4 + 60_000;
    await until(
      'all users are connected',
      async () => (await nginx.connections()) >= crowd.users,
      limitMs,
      500,
    );
    return crowd;
  }

  get residentKb(): number {
    return this.#sum(residentKb);
  }

  get processorUs(): number {
    return this.#sum(processorUs);
  }

  #sum(of: (pid: number) => number): number {
    return this.engines.reduce((sum, { pid }) => sum + of(pid), 0);
  }

  /** Maximum over the engines. */
  async lagP99Ms(): Promise<number> {
    const loads = await Promise.all(this.engines.map((engine) => engine.load()));
    return Math.max(...loads.map((load) => load?.lagP99Ms ?? Number.NaN));
  }

  /** Compares the requests that the engines counted with those of the server. */
  async stop(): Promise<string> {
    await Promise.all(this.engines.map((engine) => engine.stop()));
    const counts = await Promise.all(this.engines.map((engine) => engine.requests()));
    const counted = counts.reduce((sum, count) => sum + count, 0);
    const served = await this.nginx.requests();
    await this.nginx.stop();
    return counted === served ? 'the same' : `${counted} of ${served}`;
  }
}

/** Measures as many users as one machine can run. */
export async function showCrowd(settings: CrowdSettings, seconds: number): Promise<void> {
  const { serverCore, core, thinkTimeMs } = settings;
  const witness = await Witness.start([serverCore, core]);
  const crowd = await Crowd.start(settings);
  // Time for users delayed by the connection phase to catch up.
  await delay(settlingThinkTimes * thinkTimeMs);
  const [before, usBefore, atMs] = [await crowd.nginx.requests(), crowd.processorUs, performance.now()];
  const stalls = await witness.watch(seconds);
  const elapsedS = (performance.now() - atMs) / 1000;
  const perSecond = ((await crowd.nginx.requests()) - before) / elapsedS;
  const share = (crowd.processorUs - usBefore) / (elapsedS * 1e6);
  const kb = crowd.residentKb;
  const connections = await crowd.nginx.connections();
  const counted = await crowd.stop();
  await witness.stop();
  console.log(String(stalls));
  printTable(
    `Many users with ${thinkTimeMs} ms of think time, in several processes on one core`,
    [
      'users',
      'connections',
      'processes',
      'MB in all',
      'KB each',
      'requests/s',
      'of one core',
      'schedule lag ms, p99 of seconds with all users: median · worst · seconds',
      'counts match nginx',
    ],
    [
      [
        ...[
          crowd.users,
          connections,
          crowd.engines.length,
          Math.round(kb / 1024),
          (kb / crowd.users).toFixed(1),
        ],
        ...[Math.round(perSecond), `${Math.round(share * 100)} %`],
        ...[await lagWatched(crowd.engines, stalls), counted],
      ],
    ],
  );
}

/** Memory over time, one line per minute. */
export async function showMemoryOverTime(settings: CrowdSettings, minutes: number): Promise<void> {
  const crowd = await Crowd.start(settings);
  const rows: (string | number)[][] = [];
  let [requests, us, atMs] = [await crowd.nginx.requests(), crowd.processorUs, performance.now()];
  const startedAtMs = atMs;
  for (let minute = 0; minute <= minutes; minute++) {
    await delay(Math.max(0, startedAtMs + minute * 60_000 - performance.now()));
    const [requestsNow, usNow, nowMs] = [await crowd.nginx.requests(), crowd.processorUs, performance.now()];
    const seconds = (nowMs - atMs) / 1000;
    const rates =
      minute === 0
        ? ['', '', '']
        : [
            Math.round((requestsNow - requests) / seconds),
            `${Math.round(((usNow - us) / (seconds * 1e6)) * 100)} %`,
            (await crowd.lagP99Ms()).toFixed(1),
          ];
    rows.push([minute, Math.round(crowd.residentKb / 1024), requestsNow, ...rates]);
    console.log(rows.at(-1)?.join(' · '));
    [requests, us, atMs] = [requestsNow, usNow, nowMs];
  }
  const counted = await crowd.stop();
  printTable(
    `Memory over ${minutes} minutes: ${crowd.users} users with ${settings.thinkTimeMs} ms of think time, counts match nginx: ${counted}`,
    ['minute', 'MB', 'requests so far', 'requests/s', 'of one core', 'schedule lag ms p99 so far'],
    rows,
  );
}

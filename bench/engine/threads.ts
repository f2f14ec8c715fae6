import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { element, headers, type TestElement } from '../../src/engine/testing/plan.ts';
import { atPart, sorted } from '../support/at-part.ts';
import { printTable } from '../support/table.ts';
import { Nginx } from './nginx.ts';
import { OurEngine } from './our-engine.ts';
import { benchPlan, type PlanSettings } from './plan.ts';
import { processorUs } from './process-time.ts';

interface ThreadCase {
  title: string;
  /** Elements whose state all threads share. */
  beside: TestElement[];
  files?: Record<string, string>;
}

const csvRows = 10_000;
const warmUpSeconds = 8;
/** Per thread, without think time. */
const busyUsers = 50;
/** Per thread, with think time: 10,000 requests per second. */
const pacedUsers = 1000;
const pacedThinkTimeMs = 100;

const nothingShared: ThreadCase = { title: 'nothing', beside: [] };

/** What a sample shares with the other threads. */
const cases: readonly ThreadCase[] = [
  nothingShared,
  {
    title: 'a counter',
    beside: [
      element('CounterConfig', 'counter', {
        'CounterConfig.start': '1',
        'CounterConfig.end': '',
        'CounterConfig.incr': '1',
        'CounterConfig.name': 'count',
        'CounterConfig.format': '',
        'CounterConfig.per_user': false,
      }),
    ],
  },
  {
    title: 'the rows of a CSV file',
    beside: [
      element('CSVDataSet', 'rows', {
        filename: 'rows.csv',
        fileEncoding: 'UTF-8',
        variableNames: 'row,name',
        delimiter: ',',
        quotedData: false,
        recycle: true,
        stopThread: false,
        ignoreFirstLine: false,
        shareMode: 'shareMode.all',
      }),
    ],
    files: { 'rows.csv': Array.from({ length: csvRows }, (_, row) => `${row},name ${row}\n`).join('') },
  },
  { title: 'a property', beside: [headers(['X-Last', '${__setProperty(last,${__threadNum},true)}'])] },
];

interface ThreadFigures {
  samples: number;
  busy: string;
  lag: string;
}

interface Measured {
  perSecond: number;
  /** Processor time of the engine per request. */
  processorUs: number;
  cores: number;
  /** Whether engine and nginx have counted the same number of requests. */
  counts: string;
  threads: ThreadFigures[];
}

/** Measures our engine with one thread, two, and so on to one per core. nginx runs on the same cores, with a worker per core. */
export async function showThreads(folder: string, seconds: number): Promise<void> {
  const cores = availableParallelism();
  const own = join(folder, 'threads');
  await mkdir(own);
  const nginx = await Nginx.start(own, `0-${cores - 1}`, cores);
  const counts = threadCounts(cores);
  try {
    await showThroughput(nginx, own, counts, seconds);
    await showLag(nginx, own, counts, seconds);
  } finally {
    await nginx.stop();
  }
}

/** 1, 2, 4, … and all cores. */
function threadCounts(cores: number): number[] {
  const counts: number[] = [];
  for (let count = 1; count < cores; count *= 2) {
    counts.push(count);
  }
  return [...counts, cores];
}

async function showThroughput(nginx: Nginx, folder: string, counts: readonly number[], seconds: number) {
  const rows: (string | number)[][] = [];
  for (const each of cases) {
    let alone = Number.NaN;
    for (const threads of counts) {
      const figures = await measure(nginx, folder, threads, seconds, each, {
        users: busyUsers * threads,
        thinkTimeMs: 0,
        isFull: false,
      });
      alone = threads === 1 ? figures.processorUs : alone;
      const samples = sorted(figures.threads.map((thread) => thread.samples));
      const total = samples.reduce((sum, count) => sum + count, 0);
      const share = (part: number) => `${Math.round((atPart(samples, part) / total) * 100)} %`;
      rows.push([
        ...[each.title, threads, Math.round(figures.perSecond), Math.round(figures.perSecond / threads)],
        ...[figures.processorUs.toFixed(1), (figures.processorUs / alone).toFixed(2)],
        ...[figures.cores.toFixed(2), `${share(0)} · ${share(1)}`, figures.counts],
      ]);
      console.log(rows.at(-1)?.join(' · '));
    }
  }
  printTable(
    `Throughput by number of threads: ${busyUsers} users per thread without think time, nginx on the same cores`,
    [
      ...['shared between threads', 'threads', 'requests/s', 'per thread'],
      ...['processor µs/request', 'times one thread', 'cores used', 'samples of a thread: fewest · most'],
      ...['counts match nginx'],
    ],
    rows,
  );
}

async function showLag(nginx: Nginx, folder: string, counts: readonly number[], seconds: number) {
  const rows: (string | number)[][] = [];
  for (const threads of counts) {
    const figures = await measure(nginx, folder, threads, seconds, nothingShared, {
      ...{ users: pacedUsers * threads, thinkTimeMs: pacedThinkTimeMs, isFull: true },
      thinkSpreadMs: pacedThinkTimeMs / 2,
    });
    for (const [index, { busy, lag }] of figures.threads.entries()) {
      const ofAll = index === 0 ? [Math.round(figures.perSecond), figures.processorUs.toFixed(1)] : ['', ''];
      rows.push([threads, ...ofAll, index + 1, busy, lag, index === 0 ? figures.counts : '']);
      console.log(rows.at(-1)?.join(' · '));
    }
  }
  printTable(
    `Schedule lag by thread: ${pacedUsers} users per thread with ${pacedThinkTimeMs} ms of think time, nginx on the same cores`,
    [
      ...['threads', 'requests/s', 'processor µs/request'],
      ...['thread', 'busy', 'schedule lag ms: p50 · p99 · max', 'counts match nginx'],
    ],
    rows,
  );
}

async function measure(
  nginx: Nginx,
  folder: string,
  threads: number,
  seconds: number,
  { beside, files = {} }: ThreadCase,
  settings: Pick<PlanSettings, 'users' | 'thinkTimeMs' | 'thinkSpreadMs' | 'isFull'>,
): Promise<Measured> {
  const plan = benchPlan({
    ...{ addresses: ['127.0.0.1'], port: nginx.port, isTls: false, checks: 2, rampSeconds: 0, beside },
    ...settings,
  });
  const engine = await OurEngine.prepare(
    join(folder, `engine-${Date.now()}`),
    plan,
    `0-${availableParallelism() - 1}`,
    { workers: threads, files },
  );
  const atStart = await nginx.requests();
  await engine.start();
  await delay(warmUpSeconds * 1000);
  const [before, usBefore, atMs] = [await nginx.requests(), processorUs(engine.pid), performance.now()];
  await delay(seconds * 1000);
  const [requests, us, ms] = [
    (await nginx.requests()) - before,
    processorUs(engine.pid) - usBefore,
    performance.now() - atMs,
  ];
  await engine.stop();
  const [counted, served] = [await engine.requests(), (await nginx.requests()) - atStart];
  return {
    counts: counted === served ? 'the same' : `${counted} of ${served}`,
    perSecond: (requests / ms) * 1000,
    processorUs: us / requests,
    cores: us / (ms * 1000),
    threads: threadsOf(await engine.log()),
  };
}

/** From the lines that the engine logs at its end. */
function threadsOf(log: string): ThreadFigures[] {
  const lines = log.matchAll(
    /Thread \d+ of \d+: (\d+) samples .*?, (\d+) % busy, schedule lag p50 ([\d.]+) ms, p99 ([\d.]+) ms, maximum (\d+) ms/g,
  );
  return [...lines].map(([, samples, busy, p50, p99, max]) => ({
    samples: Number(samples),
    busy: `${busy} %`,
    lag: `${p50} · ${p99} · ${max}`,
  }));
}

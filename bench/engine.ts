/**
 * Our engine for JMeter plans on one core, with nginx on another: throughput compared with other generators, accuracy,
 * memory per user, and throughput and lag of several threads. bench/README.md lists the options.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showAccuracy } from './engine/accuracy/measure-accuracy.ts';
import { cases, compareSpeed, findPeers, type PeerName, peerNames } from './engine/compare.ts';
import { showCrowd, showMemoryOverTime } from './engine/crowd.ts';
import { keepAwake } from './engine/keep-awake.ts';
import { measureMemory } from './engine/memory.ts';
import { Nginx } from './engine/nginx.ts';
import { requirePrograms } from './engine/require-programs.ts';
import { showScriptMemory } from './engine/script-memory.ts';
import { showStartUp } from './engine/start-up.ts';
import { showThreads } from './engine/threads.ts';
import { printTable } from './support/table.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const turnSeconds = Number(process.env.BENCH_SECONDS ?? 3);
const turns = Number(process.env.BENCH_TURNS ?? 12);
const restSeconds = Number(process.env.BENCH_REST ?? 0);
const maxWarmUpSeconds = Number(process.env.BENCH_WARM_UP ?? 60);
const numberIn = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const users = numberIn(process.env.BENCH_USERS);
const perSecond = numberIn(process.env.BENCH_RATE);
const manyUsers = users ?? 10_000;
const crowdUsers = users ?? 50_000;
const minutes = Number(process.env.BENCH_MINUTES ?? 30);
const only = process.env.BENCH_ONLY?.split(',');
const peers = process.env.BENCH_PEERS?.split(',') ?? peerNames;
const serverCore = 0;
const generatorCore = 1;

await requirePrograms(['nginx', 'taskset', 'chrt']);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(1));
}
const folder = await mkdtemp(join(tmpdir(), 'spate-bench-engine-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const nginx = await Nginx.start(folder, serverCore);
if (process.env.BENCH_AWAKE !== '0') {
  await keepAwake([serverCore, generatorCore]);
}
try {
  const isChosen = (name: string) => only?.includes(name) ?? true;
  const speeds = Object.keys(cases).filter(isChosen);
  if (speeds.length > 0) {
    await compareSpeed(speeds, {
      ...{ nginx, folder, core: generatorCore, seconds: turnSeconds, turns, restSeconds, maxWarmUpSeconds },
      peers: await findPeers(peerNames.filter((name: PeerName) => peers.includes(name))),
    });
  }
  if (isChosen('accuracy')) {
    await showAccuracy({ nginx, folder, serverCore, core: generatorCore, seconds, perSecond, users });
  }
  if (isChosen('start')) {
    await showStartUp(folder, generatorCore);
  }
  const memory = ['memory', 'tls-memory'].filter(isChosen);
  if (memory.length > 0) {
    await showMemory(memory.map((name) => name === 'tls-memory'));
  }
  if (isChosen('script-memory')) {
    await showScriptMemory(nginx, folder, generatorCore, seconds);
  }
  if (isChosen('threads')) {
    await showThreads(folder, seconds);
  }
  const places = { folder, serverCore, core: generatorCore };
  if (isChosen('crowd')) {
    await showCrowd({ ...places, users: crowdUsers, thinkTimeMs: 5000 }, seconds);
  }
  // Only on request, because it runs for BENCH_MINUTES.
  if (only?.includes('soak')) {
    await showMemoryOverTime({ ...places, users: manyUsers, thinkTimeMs: 1000 }, minutes);
  }
} finally {
  await nginx.stop();
}
process.exit(0);

async function showMemory(kinds: readonly boolean[]) {
  const rows: (string | number)[][] = [];
  for (const isTls of kinds) {
    const settings = {
      isTls,
      thinkTimeMs: 1000,
      seconds,
      asForUsers: manyUsers,
      serverCore,
      core: generatorCore,
    };
    const few = await measureMemory(nginx, { ...settings, users: 100 }, folder);
    const many = await measureMemory(nginx, { ...settings, users: manyUsers }, folder);
    const each = (many.residentKb - few.residentKb) / (many.users - few.users);
    rows.push([
      isTls ? 'TLS 1.3' : 'plain',
      manyUsers,
      each.toFixed(1),
      Math.round(many.residentKb / 1024),
      Math.round(many.perSecond),
      `${Math.round(many.processorShare * 100)} %`,
      many.lateMs,
      many.watchedLateMs,
    ]);
    console.log(`${rows.at(-1)?.join(' · ')}; ${many.stalls}`);
  }
  printTable(
    'Memory of users with 1 s of think time, each with an open connection in use',
    [
      'what',
      'users',
      'KB each',
      'MB total',
      'requests/s',
      'of one core',
      'schedule lag ms: p99 · max',
      'p99 of seconds with all users: median · worst · seconds',
    ],
    rows,
  );
}

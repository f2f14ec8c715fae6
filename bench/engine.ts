/**
 * How fast our engine for JMeter plans is, on one core, against nginx on another, in turns with wrk, which no generator
 * beats; and what a user takes of memory. `BENCH_ONLY=plain,tls,checks,memory,tls-memory` runs only those.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureMemory } from './engine/memory.ts';
import { Nginx } from './engine/nginx.ts';
import { type Figures, type Load, measureOurs, measureWrk } from './engine/throughput.ts';
import { printTable } from './support/table.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const turns = Number(process.env.BENCH_REPEATS ?? 2);
const manyUsers = Number(process.env.BENCH_USERS ?? 10_000);
const only = process.env.BENCH_ONLY?.split(',');
const serverCore = 0;
const generatorCore = 1;

const cases: Record<string, { title: string; isTls: boolean; checks: number }> = {
  plain: { title: 'plain', isTls: false, checks: 2 },
  tls: { title: 'TLS 1.3', isTls: true, checks: 2 },
  checks: { title: '20 extractors and assertions', isTls: false, checks: 20 },
};

const missing = ['nginx', 'wrk', 'taskset'].filter((program) => !isThere(program));
if (missing.length > 0) {
  console.error(`This needs ${missing.join(', ')}: apt-get install nginx-light wrk util-linux.`);
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'spate-bench-engine-'));
const nginx = await Nginx.start(folder, serverCore);
try {
  const chosen = Object.entries(cases).filter(([name]) => only?.includes(name) ?? true);
  if (chosen.length > 0) {
    await compareSpeed(chosen.map(([, each]) => each));
  }
  const memory = ['memory', 'tls-memory'].filter((name) => only?.includes(name) ?? true);
  if (memory.length > 0) {
    await showMemory(memory.map((name) => name === 'tls-memory'));
  }
} finally {
  await nginx.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

async function compareSpeed(chosen: readonly { title: string; isTls: boolean; checks: number }[]) {
  const rows: (string | number)[][] = [];
  for (const { title, isTls, checks } of chosen) {
    for (let turn = 0; turn < turns; turn++) {
      const load: Load = {
        ...{ nginx, isTls, checks, users: 50 },
        ...{ warmUpSeconds: 3, seconds, core: generatorCore },
      };
      const wrk = await measureWrk(load);
      const ours = await measureOurs(load, folder);
      const share = `${Math.round((ours.perSecond / wrk.perSecond) * 100)} %`;
      rows.push(row(title, 'wrk', wrk, ''), row(title, 'ours', ours, share));
      console.log(
        rows
          .slice(-2)
          .map((cells) => cells.join(' · '))
          .join('\n'),
      );
    }
  }
  printTable(
    `Requests from one core: 50 users without think time, answers of ${nginx.answerBytes} bytes, ${seconds} s each`,
    ['what', 'generator', 'requests/s', 'processor µs/request', 'of wrk', 'counts as nginx does'],
    rows,
  );
}

function row(title: string, generator: string, figures: Figures, share: string): (string | number)[] {
  return [
    title,
    generator,
    Math.round(figures.perSecond),
    figures.processorUs.toFixed(1),
    share,
    figures.counted ?? '',
  ];
}

async function showMemory(kinds: readonly boolean[]) {
  const rows: (string | number)[][] = [];
  for (const isTls of kinds) {
    const settings = { isTls, thinkTimeMs: 1000, seconds, core: generatorCore };
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
    ]);
    console.log(rows.at(-1)?.join(' · '));
  }
  printTable(
    'Memory of users with 1 s of think time, each with its connection open and in use',
    ['what', 'users', 'KB each', 'MB in all', 'requests/s', 'of one core', 'woken late ms: p99 · most'],
    rows,
  );
}

function isThere(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

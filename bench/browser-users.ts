/**
 * Memory (proportional set size of all processes) and processor time per user of a browser script: with ten users per
 * process and browser, as in production, with other numbers, and with one browser each.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { makeExecution, processesOf } from '../src/tools/execution.fixture.ts';
import { createServiceChrome } from '../src/tools/service-chrome/service-chrome.ts';
import type { ToolExecution } from '../src/tools/tool.ts';
import { until } from '../test/support/until.ts';
import { startSampleShop } from './support/sample-shop.ts';
import { printTable } from './support/table.ts';

const measuredS = Number(process.env.BENCH_SECONDS ?? 20);
const nodeBytes = 8 * 2 ** 30;
/** Reserved for the system and the agent. */
const sparedBytes = 2 ** 30;
const maxUsers = Number(process.env.BENCH_USERS ?? 20);
/** Duration of a visit with the default think times. A fifth of each core should stay free. */
const defaultIterationS = 18;
const usableShare = 0.8;
/** Users, and how many share a process and a browser. */
const cases: [users: number, usersPerWorker: number][] = [
  [1, 10],
  [10, 10],
  [maxUsers, 5],
  [maxUsers, 10],
  [maxUsers, 20],
  [Math.ceil(maxUsers / 2), 1],
];

const shop = await startSampleShop();
const rows: (string | number)[][] = [];
try {
  for (const [users, usersPerWorker] of cases) {
    rows.push(await measure(users, usersPerWorker));
    console.error(rows.at(-1)?.join('  '));
  }
} finally {
  await shop.stop();
}
printTable(
  `Users of a browser script on the sample shop (63 requests and a search per visit), measured for ${measuredS} s`,
  [
    'users',
    'per browser',
    'MB each',
    'MB total',
    'users in 8 GB',
    'CPU s per visit',
    'users on 2 cores',
    'step p50 ms',
  ],
  rows,
);
process.exit(0);

async function measure(users: number, usersPerWorker: number): Promise<(string | number)[]> {
  const tool = createServiceChrome({ usersPerWorker });
  const script = { name: 'shop.ts', content: shopScript() };
  await using execution = await makeExecution(
    tool,
    [script],
    { threads: users, rampupS: users / 4 },
    undefined,
    nodeBytes,
  );
  await tool.launch(execution);
  await tool.release(execution, Date.now());
  await until(
    'every user has run',
    async () => (await tool.read(execution, undefined)).samples.at(-1)?.users === users,
    600_000,
  );
  const before = cpuSeconds(await tree(execution));
  const startedAt = performance.now();
  const fromMs = Date.now();
  const memory: number[] = [];
  while (performance.now() - startedAt < measuredS * 1000) {
    await delay(2_000);
    memory.push(pssBytes(await tree(execution)));
  }
  const spentS = cpuSeconds(await tree(execution)) - before;
  const { samples } = await tool.read(execution, undefined);
  await tool.stop(execution, 'force');
  const bytes = median(memory);
  const iterations = samples.filter(
    ({ label, startedAtMs }) => label === 'Search' && startedAtMs >= fromMs,
  ).length;
  const perIterationS = spentS / Math.max(1, iterations);
  const times = samples.filter((sample) => sample.isPassed).map((sample) => sample.elapsedUs / 1000);
  return [
    users,
    Math.min(users, usersPerWorker),
    Math.round(bytes / users / 2 ** 20),
    Math.round(bytes / 2 ** 20),
    Math.floor((nodeBytes - sparedBytes) / (bytes / users)),
    perIterationS.toFixed(2),
    Math.floor((2 * usableShare * defaultIterationS) / perIterationS),
    Math.round(median(times)),
  ];
}

function shopScript(): string {
  return `import { step, By } from '@flood/element'
export const settings = { actionDelay: '500ms', stepDelay: '1s', waitTimeout: '60s', screenshotOnFailure: false }
export default () => {
  step('Open the shop', async browser => { await browser.visit('${shop.url}/') })
  step('Search', async browser => { await browser.type(By.id('search'), '7'); await browser.click(By.id('find')) })
}
`;
}

/** All processes of an execution: those with its environment, and their children. */
async function tree(execution: ToolExecution): Promise<number[]> {
  const found = new Set(await processesOf(execution));
  const list = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [pid, parent] of pairs) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function pssBytes(pids: readonly number[]): number {
  return sum(pids, (pid) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024;
  });
}

/** Processor time of live processes and of their ended children. */
function cpuSeconds(pids: readonly number[]): number {
  return sum(pids, (pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) / 100;
  });
}

function sum(pids: readonly number[], read: (pid: number) => number): number {
  let total = 0;
  for (const pid of pids) {
    try {
      total += read(pid);
    } catch {
      // The process has exited in the meantime.
    }
  }
  return total;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

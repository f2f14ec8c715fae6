/**
 * Cost of a request in our engine's HTTP client and in undici: processor time with 50 connections, and memory of a
 * connection with 10,000 of them. nginx on one core, the client on the other, the clients in turn.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Nginx } from './engine/nginx.ts';
import { requirePrograms } from './engine/require-programs.ts';
import { type ClientName, clients } from './http-client/clients.ts';
import { printTable } from './support/table.ts';

interface Cost {
  responses: number;
  bytesEach: number;
  usEach: number;
  residentKb: number;
}

const turns = Number(process.env.BENCH_TURNS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const many = Number(process.env.BENCH_USERS ?? 10_000);
const few = 50;
const run = promisify(execFile);

await requirePrograms(['nginx', 'taskset']);
const folder = await mkdtemp(join(tmpdir(), 'spate-bench-http-client-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const nginx = await Nginx.start(folder, 0);
try {
  const names = Object.keys(clients) as ClientName[];
  const fast = new Map<ClientName, Cost[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn < turns; turn++) {
    for (const name of names) {
      fast.get(name)?.push(await measure(name, few));
    }
  }
  const rows = [];
  for (const name of names) {
    const costs = (fast.get(name) ?? []).toSorted((one, other) => one.usEach - other.usEach);
    const middle = costs[Math.floor(costs.length / 2)];
    const crowd = await measure(name, many);
    const [least, most] = [costs[0], costs.at(-1)];
    if (middle && least && most) {
      const each = (crowd.residentKb - middle.residentKb) / (many - few);
      rows.push([
        ...[name, middle.usEach.toFixed(1), `${least.usEach.toFixed(1)} to ${most.usEach.toFixed(1)}`],
        ...[crowd.usEach.toFixed(1), each.toFixed(1)],
      ]);
    }
  }
  printTable(
    `HTTP clients: ${few} connections, ${turns} turns of ${seconds} s; then ${many} connections`,
    ['client', 'µs per request', 'range', `µs with ${many}`, 'KB per connection'],
    rows,
  );
} finally {
  await nginx.stop();
}

async function measure(name: ClientName, connections: number): Promise<Cost> {
  const drive = join(import.meta.dirname, 'http-client', 'drive.ts');
  const args = [
    '-c',
    '1',
    process.execPath,
    drive,
    name,
    String(nginx.port),
    String(connections),
    String(seconds),
  ];
  const { stdout } = await run('taskset', args);
  const cost = JSON.parse(stdout) as Cost;
  if (cost.bytesEach !== nginx.answerBytes) {
    throw new Error(`${name} read ${cost.bytesEach} bytes per response, not ${nginx.answerBytes}.`);
  }
  return cost;
}

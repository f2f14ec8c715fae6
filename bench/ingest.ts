/**
 * How many nodes one service carries: simulated nodes of 20 labels each send one ready-made frame a second, from a
 * process on one core, while service and PostgreSQL share the other. A count is sustained when acknowledgements keep up.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { samplesIn } from '../src/metrics/frame.ts';
import { plan } from '../test/support/plan.ts';
import { type Json, startService, type TestService } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';
import { encodedFrames } from './support/simulated-frames.ts';
import { SimulatedNode, simulatedInfo } from './support/simulated-node.ts';
import { printTable } from './support/table.ts';

const counts = (process.env.BENCH_NODES ?? '250,500,1000,1500').split(',').map(Number);
const seconds = Number(process.env.BENCH_SECONDS ?? 30);
const payloads = encodedFrames(50, 200);

pin(process.pid, '0');
const service = await startService({ SPATE_LOG_LEVEL: 'warn', SPATE_GRID_EXECUTIONS: '10' });
try {
  for (const pid of tree(service.pid())) pin(pid, '1');
  pin(postmaster(service), '1');
  const rows: (string | number)[][] = [];
  for (const count of counts) {
    const row = await measure(service, count);
    rows.push(row.cells);
    if (!row.isSustained) break;
  }
  printTable(
    `Frames stored by one service: one frame of 20 labels and 200 samples a second from each node, ${seconds} s each`,
    [
      'nodes',
      'frames sent',
      'stored',
      'sustained',
      'ack p50 ms',
      'ack p99 ms',
      'service MB before',
      'after',
      'reported = sent',
    ],
    rows,
  );
} finally {
  await service.close();
}
process.exit(0);

async function measure(service: TestService, count: number) {
  const grid = await service.json('/grids', {
    method: 'POST',
    body: new URLSearchParams({
      'grid[region]': 'bench',
      'grid[infrastructure]': 'hosted',
      'grid[instance_quantity]': String(count),
      'grid[instance_type]': 'simulated',
      'grid[stop_after]': '60',
    }),
  });
  const { join_command } = await service.json(`/grids/${grid.uuid}`);
  const { secret } = JSON.parse(Buffer.from(join_command.split(' ').at(-1), 'base64url').toString());
  const nodes: SimulatedNode[] = [];
  for (let index = 0; index < count; index++) {
    const { nodeId, credential } = await service.json('/agent/join', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, gridId: grid.uuid, info: simulatedInfo }),
    });
    nodes.push(new SimulatedNode(service.url, nodeId, credential));
  }
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[grids][][uuid]', grid.uuid);
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const run = await service.json('/runs', { method: 'POST', body: form });
  await until('all nodes run', 120_000, () => nodes.every((node) => node.isRunning));
  await delay(2000);

  const memoryBefore = residentMb(service.pid());
  let sent = 0;
  let samples = 0;
  for (let tick = 0; tick < seconds; tick++) {
    const startedAt = Date.now();
    for (const [index, node] of nodes.entries()) {
      const payload = payloads[(index + tick) % payloads.length] as Buffer;
      node.sendFrame(Math.floor(startedAt / 1000), payload, samplesIn(payload));
      sent++;
      samples += samplesIn(payload);
      // Spread over the second, as real nodes are.
      if (index % 50 === 49) await delay(Math.max(0, startedAt + (index / count) * 900 - Date.now()));
    }
    await delay(Math.max(0, startedAt + 1000 - Date.now()));
  }
  const behind = nodes.reduce((sum, node) => sum + node.unacked, 0);
  const isSustained = behind < count * 1.5;
  await until('everything is acknowledged', 300_000, () => nodes.every((node) => node.unacked === 0));
  const memoryAfter = residentMb(service.pid());
  for (const node of nodes) node.end();
  await until(
    'the run is finished',
    300_000,
    async () => (await service.json(`/runs/${run.uuid}`)).status === 'finished',
  );
  const report: Json = await service.json(`/runs/${run.uuid}/report`);
  const acks = nodes.flatMap((node) => node.ackMs).sort((a, b) => a - b);
  const reported = report.total.passed + report.total.failed;
  await service.fetch(`/grids/${grid.uuid}`, { method: 'DELETE' });
  return {
    isSustained,
    cells: [
      count,
      sent,
      sent - behind,
      isSustained ? 'yes' : 'no',
      acks[Math.floor(acks.length * 0.5)] ?? 0,
      acks[Math.floor(acks.length * 0.99)] ?? 0,
      memoryBefore,
      memoryAfter,
      reported === samples ? 'yes' : `${reported} of ${samples}`,
    ],
  };
}

function pin(pid: number, core: string): void {
  execFileSync('taskset', ['-a', '-p', '-c', core, String(pid)], { stdio: 'ignore' });
}

function postmaster(service: TestService): number {
  return Number(readFileSync(`${service.dataDir}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0]);
}

function tree(pid: number): number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number);
  return [pid, ...children.filter((child) => child > 0)];
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

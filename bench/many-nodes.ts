/**
 * Memory, processor time of a frame and acknowledgements of a service with 3,000 simulated nodes of 20 labels that send
 * one frame per second each, for minutes. Nodes, service and PostgreSQL share the cores of the machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Json, startService } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';
import { atPart, sorted } from './support/at-part.ts';
import { postmasterOf, processorMs, residentMb } from './support/processes.ts';
import { acknowledged, sendEachSecond } from './support/send-frames.ts';
import { encodedFrames } from './support/simulated-frames.ts';
import { startSimulatedRun } from './support/simulated-run.ts';
import { printTable } from './support/table.ts';

const count = Number(process.env.BENCH_NODES ?? 3_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 120);
const rowEveryS = Math.max(1, Math.round(seconds / 12));

const service = await startService({ SPATE_LOG_LEVEL: 'warn' }, { hasPublicUrl: true });
try {
  const { runId, nodes, end } = await startSimulatedRun(service, count);
  await delay(2000);
  const rows: (string | number)[][] = [];
  const pids = [service.pid(), postmasterOf(service.dataDir)];
  let spentMs = pids.map(processorMs);
  let ackedBefore = 0;
  let lookedAt = Date.now();
  const look = (second: number) => {
    if (second % rowEveryS !== 0) return;
    const now = pids.map(processorMs);
    const acked = acknowledged(nodes);
    const frames = acked - ackedBefore;
    const passedMs = Date.now() - lookedAt;
    const perFrame = now.map((ms, index) => ((ms - (spentMs[index] ?? 0)) / frames).toFixed(3));
    const shares = now.map((ms, index) => Math.round(((ms - (spentMs[index] ?? 0)) * 100) / passedMs));
    spentMs = now;
    ackedBefore = acked;
    lookedAt = Date.now();
    const acks = sorted(nodes.flatMap((node) => node.ackMs.splice(0)));
    const behind = nodes.reduce((sum, node) => sum + node.unacked, 0);
    const row = [
      second,
      residentMb(service.pid()),
      Math.round((frames * 1000) / passedMs),
      ...shares,
      ...perFrame,
      behind,
      atPart(acks, 0.5),
      atPart(acks, 0.99),
    ];
    rows.push(row);
    console.log(row.join(' · '));
  };
  const samples = await sendEachSecond(nodes, encodedFrames(50, 200), seconds, look);
  await until('all is acknowledged', () => nodes.every((node) => node.unacked === 0), 600_000);
  await end();
  const { total }: Json = await service.json(`/runs/${runId}/report`);
  const reported = total.passed + total.failed;
  printTable(
    `One service with ${count} nodes, a frame of 20 labels per second each; reported = sent: ${reported === samples ? 'yes' : `${reported} of ${samples}`}`,
    [
      'second',
      'MB',
      'frames per second',
      'service, % of a core',
      'PostgreSQL',
      'ms per frame: service',
      'PostgreSQL',
      'frames waiting',
      'ack p50 ms',
      'p99 ms',
    ],
    rows,
  );
} finally {
  await service.close();
}
process.exit(0);

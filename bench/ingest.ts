/**
 * Nodes that one service sustains: simulated nodes of 20 labels each send one prepared frame per second, from a
 * process on one core, while service and PostgreSQL share the other. A count is sustained when acknowledgements keep up.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { samplesIn } from '../src/metrics/frame.ts';
import { type Json, startService, type TestService } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';
import { pin, pinService, residentMb } from './support/processes.ts';
import { encodedFrames } from './support/simulated-frames.ts';
import { startSimulatedRun } from './support/simulated-run.ts';
import { printTable } from './support/table.ts';

const counts = (process.env.BENCH_NODES ?? '500,1000,1500').split(',').map(Number);
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const payloads = encodedFrames(50, 200);

pin(process.pid, 0);
const service = await startService({ SPATE_LOG_LEVEL: 'warn' }, { hasPublicUrl: true });
try {
  pinService(service, 1);
  const rows: (string | number)[][] = [];
  for (const count of counts) {
    const { isSustained, cells } = await measure(service, count);
    rows.push(cells);
    console.log(cells.join(' · '));
    if (!isSustained) break;
  }
  printTable(
    `Frames stored by one service: one frame of 20 labels and 200 samples per second and node, ${seconds} s each`,
    ['nodes', 'frames sent', 'sustained', 'ack p50 ms', 'p99 ms', 'MB before', 'after', 'reported = sent'],
    rows,
  );
} finally {
  await service.close();
}
process.exit(0);

async function measure(service: TestService, count: number) {
  const { runId, nodes, end } = await startSimulatedRun(service, count);
  await delay(2000);
  const memoryBefore = residentMb(service.pid());
  let samples = 0;
  for (let tick = 0; tick < seconds; tick++) {
    const startedAt = Date.now();
    for (const [index, node] of nodes.entries()) {
      const payload = payloads[(index + tick) % payloads.length] as Buffer;
      node.sendFrame(Math.floor(startedAt / 1000), payload, samplesIn(payload));
      samples += samplesIn(payload);
      // Spread over the second, as real nodes are.
      if (index % 50 === 49) await delay(Math.max(0, startedAt + (index / count) * 900 - Date.now()));
    }
    await delay(Math.max(0, startedAt + 1000 - Date.now()));
  }
  const behind = nodes.reduce((sum, node) => sum + node.unacked, 0);
  const isSustained = behind < count * 1.5;
  await until('all is acknowledged', () => nodes.every((node) => node.unacked === 0), 300_000);
  const memoryAfter = residentMb(service.pid());
  await end();
  const report: Json = await service.json(`/runs/${runId}/report`);
  const acks = nodes.flatMap((node) => node.ackMs).sort((a, b) => a - b);
  const reported = report.total.passed + report.total.failed;
  const cells = [
    count,
    count * seconds,
    isSustained ? 'yes' : `no, ${behind} behind`,
    acks[Math.floor(acks.length * 0.5)] ?? 0,
    acks[Math.floor(acks.length * 0.99)] ?? 0,
    memoryBefore,
    memoryAfter,
    reported === samples ? 'yes' : `${reported} of ${samples}`,
  ];
  return { isSustained, cells };
}

/**
 * Nodes that one service sustains: simulated nodes of 20 labels each send one prepared frame per second, from a
 * process on one core, while service and PostgreSQL share the other. A count is sustained when acknowledgements keep up.
 * Nodes per core are calculated from the processor time of a frame, in the service and in PostgreSQL.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Json, startService, type TestService } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';
import { atPart, sorted } from './support/at-part.ts';
import { pin, pinService, postmasterOf, processorMs, residentMb } from './support/processes.ts';
import { sendEachSecond } from './support/send-frames.ts';
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
    [
      'nodes',
      'frames sent',
      'sustained',
      'ack p50 ms',
      'p99 ms',
      'MB before',
      'after',
      'reported = sent',
      'ms per frame: service',
      'PostgreSQL',
      'nodes per core: service',
      'both',
    ],
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
  const pids = [service.pid(), postmasterOf(service.dataDir)];
  const before = pids.map(processorMs);
  const samples = await sendEachSecond(nodes, payloads, seconds);
  const behind = nodes.reduce((sum, node) => sum + node.unacked, 0);
  const isSustained = behind < count * 1.5;
  await until('all is acknowledged', () => nodes.every((node) => node.unacked === 0), 300_000);
  const [ofService = 0, ofPostgres = 0] = pids.map(
    (pid, index) => (processorMs(pid) - (before[index] ?? 0)) / (count * seconds),
  );
  const memoryAfter = residentMb(service.pid());
  await end();
  const report: Json = await service.json(`/runs/${runId}/report`);
  const acks = sorted(nodes.flatMap((node) => node.ackMs));
  const reported = report.total.passed + report.total.failed;
  const cells = [
    count,
    count * seconds,
    isSustained ? 'yes' : `no, ${behind} behind`,
    atPart(acks, 0.5),
    atPart(acks, 0.99),
    memoryBefore,
    memoryAfter,
    reported === samples ? 'yes' : `${reported} of ${samples}`,
    ofService.toFixed(2),
    ofPostgres.toFixed(2),
    Math.floor(1000 / ofService),
    Math.floor(1000 / (ofService + ofPostgres)),
  ];
  return { isSustained, cells };
}

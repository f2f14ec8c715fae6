/** Duration of the report of a run with 100 million samples: 20 labels, 10 nodes, one hour, sent as fast as it is acknowledged. */
import { setTimeout as delay } from 'node:timers/promises';
import { samplesIn } from '../src/metrics/frame.ts';
import { type Json, startService } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';
import { residentMb } from './support/processes.ts';
import { encodedFrames } from './support/simulated-frames.ts';
import { startSimulatedRun } from './support/simulated-run.ts';
import { printTable } from './support/table.ts';

const nodeCount = 10;
const seconds = Number(process.env.BENCH_SECONDS ?? 3600);
const target = 100_000_000;
const payloads = encodedFrames(20, Math.ceil(target / seconds / nodeCount));

const service = await startService({ SPATE_LOG_LEVEL: 'warn' }, { hasPublicUrl: true });
try {
  const { runId, nodes, end } = await startSimulatedRun(service, nodeCount);
  const firstSecond = Math.floor(Date.now() / 1000) - seconds;
  let samples = 0;
  for (let tick = 0; tick < seconds; tick++) {
    for (const [index, node] of nodes.entries()) {
      const payload = payloads[(index + tick) % payloads.length] as Buffer;
      node.sendFrame(firstSecond + tick, payload, samplesIn(payload));
      samples += samplesIn(payload);
    }
    while (nodes.some((node) => node.unacked > 50)) await delay(5);
  }
  await until('all is acknowledged', () => nodes.every((node) => node.unacked === 0), 300_000);
  const live = await timed(async () => service.json(`/runs/${runId}/report`));
  const closing = await timed(end);
  const final = await timed(async (): Promise<Json> => service.json(`/runs/${runId}/report`));
  const csv = await timed(async () => (await service.fetch(`/runs/${runId}/result.csv`)).text());
  const reported = final.result.total.passed + final.result.total.failed;
  printTable(
    `The report of a run with ${samples.toLocaleString('en')} samples (${nodeCount} nodes, ${seconds} s, 20 labels)`,
    ['what', 'ms'],
    [
      ['report while it runs', live.ms],
      ['from the last sample to finished, report written', closing.ms],
      ['report of the finished run', final.ms],
      [`result.csv (${Math.round(csv.result.length / 1024)} KB)`, csv.ms],
      ['memory of the service, MB', residentMb(service.pid())],
      ['reported = sent', reported === samples ? 'yes' : `no: ${reported}`],
    ],
  );
} finally {
  await service.close();
}
process.exit(0);

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: Math.round(performance.now() - startedAt) };
}

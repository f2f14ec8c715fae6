/** Time from POST /runs to the first request that the target sees, with Apache JMeter on a warm service. */
import { startTarget, steadyPages } from '../src/lib/demo-target.ts';
import { plan } from '../test/support/plan.ts';
import { awaitStatus, createRun } from '../test/support/run.ts';
import { startService } from '../test/support/service.ts';
import { printTable } from './support/table.ts';

const repeats = Number(process.env.BENCH_REPEATS ?? 6);
const target = await startTarget(steadyPages);
const service = await startService({ SPATE_LOG_LEVEL: 'warn' });
try {
  const rows: (string | number)[][] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const requests = () => Object.values(target.counts()).reduce((sum, page) => sum + page.requests, 0);
    const before = requests();
    const postedAt = performance.now();
    const run = await createRun(service, { files: { 'plan.jmx': plan({ port: target.port, loops: '20' }) } });
    const acceptedMs = Math.round(performance.now() - postedAt);
    while (requests() === before) await new Promise((resolve) => setTimeout(resolve, 5));
    const firstMs = Math.round(performance.now() - postedAt);
    await awaitStatus(service, run.uuid, 'finished');
    const finishedMs = Math.round(performance.now() - postedAt);
    rows.push([repeat === 0 ? 'first (cold node)' : `warm ${repeat}`, acceptedMs, firstMs, finishedMs]);
  }
  printTable(
    'From POST to the first sample, one node, 20 requests',
    ['run', '201 ms', 'first sample ms', 'finished ms'],
    rows,
  );
} finally {
  await service.close();
  await target.stop();
}
process.exit(0);

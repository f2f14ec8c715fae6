/** Time from POST /runs to `running` and to the first request, on a cold grid of two pods in a Kubernetes cluster. Requires root. */
import type { TestContext } from 'node:test';
import { runOnPods, startGridService } from '../test/support/kubernetes/grid-service.ts';
import { awaitStatus } from '../test/support/run.ts';
import { until } from '../test/support/until.ts';
import { printTable } from './support/table.ts';

const repeats = Number(process.env.BENCH_REPEATS ?? 3);
const undoing: (() => unknown)[] = [];
const whole = { after: (undo: () => unknown) => undoing.push(undo) } as unknown as TestContext;
try {
  const { service, target } = await startGridService(whole);
  const requests = () => Object.values(target.counts()).reduce((sum, page) => sum + page.requests, 0);
  const rows: (string | number)[][] = [];
  for (const engine of ['spate', 'apache'])
    for (let repeat = 1; repeat <= repeats; repeat++) {
      const before = requests();
      const postedAtMs = performance.now();
      const sinceMs = () => Math.round(performance.now() - postedAtMs);
      const run = await runOnPods(service, { loops: '20' }, engine);
      const acceptedMs = sinceMs();
      const gridPath = `/grids/${run._embedded.grids[0].uuid}`;
      await until('the grid is started', async () => (await service.json(gridPath)).status === 'started');
      const startedMs = sinceMs();
      await until('the first request', () => requests() > before, 300_000, 5);
      const firstMs = sinceMs();
      await awaitStatus(service, run.uuid, 'finished');
      rows.push([`${engine} ${repeat}`, acceptedMs, startedMs, firstMs, sinceMs()]);
      await service.json(gridPath, { method: 'DELETE' });
    }
  printTable(
    'From POST on a cold grid of two pods, image on the machine, 20 requests per node',
    ['run', '201 ms', 'both nodes joined ms', 'first sample ms', 'finished ms'],
    rows,
  );
} finally {
  for (const undo of undoing) await undo();
}
process.exit(0);

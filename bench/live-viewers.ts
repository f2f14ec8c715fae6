/** Cost of open pages of one active run: event streams like those of pages, on a run of simulated nodes. */
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../test/support/service.ts';
import { postmasterOf, processorMs, residentMb } from './support/processes.ts';
import { sendEachSecond } from './support/send-frames.ts';
import { encodedFrames } from './support/simulated-frames.ts';
import { startSimulatedRun } from './support/simulated-run.ts';
import { printTable } from './support/table.ts';

const viewerCounts = (process.env.BENCH_VIEWERS ?? '0,100,500').split(',').map(Number);
const nodeCounts = (process.env.BENCH_NODES ?? '10,100').split(',').map(Number);
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const payloads = encodedFrames(50, 200);

const service = await startService({ SPATE_LOG_LEVEL: 'warn' }, { hasPublicUrl: true });
try {
  const rows: (string | number)[][] = [];
  for (const nodeCount of nodeCounts) {
    const { runId, nodes, end } = await startSimulatedRun(service, nodeCount);
    let withoutPagesMs: number | undefined;
    for (const viewerCount of viewerCounts) {
      const viewers = await Promise.all(Array.from({ length: viewerCount }, () => openPage(runId)));
      await sendEachSecond(nodes, payloads, 5);
      const pids = [service.pid(), postmasterOf(service.dataDir)];
      const before = pids.map(processorMs);
      const eventsBefore = viewers.map((viewer) => viewer.events);
      await sendEachSecond(nodes, payloads, seconds);
      const spentMs = pids.map((pid, index) => processorMs(pid) - (before[index] ?? 0));
      const shares = spentMs.map((ms) => Math.round(ms / (seconds * 10)));
      const [serviceMs = 0] = spentMs;
      if (viewerCount === 0) withoutPagesMs = serviceMs;
      const perPage =
        viewerCount === 0 || withoutPagesMs === undefined
          ? ''
          : ((serviceMs - withoutPagesMs) / viewerCount / seconds).toFixed(2);
      const perSecond = viewers.map(
        (viewer, index) => (viewer.events - (eventsBefore[index] ?? 0)) / seconds,
      );
      const fewest = viewerCount === 0 ? '' : Math.min(...perSecond).toFixed(1);
      const row = [nodeCount, viewerCount, ...shares, perPage, residentMb(service.pid()), fewest];
      rows.push(row);
      console.log(row.join(' · '));
      for (const viewer of viewers) viewer.close();
      await delay(1000);
    }
    await end();
  }
  printTable(
    `Open pages of one active run, ${seconds} s each`,
    [
      'nodes',
      'pages',
      'service, % of a core',
      'PostgreSQL',
      'ms per page and second, more than without pages',
      'MB',
      'events per second of the slowest page',
    ],
    rows,
  );
} finally {
  await service.close();
}
process.exit(0);

interface Viewer {
  events: number;
  close(): void;
}

/** Reads the event stream of a run page. */
async function openPage(runId: string): Promise<Viewer> {
  const closing = new AbortController();
  const answer = await service.fetch(`/runs/${runId}/events?view=true`, { signal: closing.signal });
  if (!answer.ok) throw new Error(`The event stream responded with ${answer.status}.`);
  const viewer: Viewer = { events: 0, close: () => closing.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? [])
      viewer.events += decoder.decode(chunk as Uint8Array, { stream: true }).split('\n\n').length - 1;
  };
  read().catch((error: unknown) => {
    if (!closing.signal.aborted) console.error(error);
  });
  return viewer;
}

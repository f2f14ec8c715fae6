/**
 * Durations of the views of a run with 2,000 labels and six hours, and frame times of its page in a real browser, then of
 * the page of an active run. BENCH_SECONDS and BENCH_LABELS make the stored run smaller; BENCH_DATABASE_URL uses an existing one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { silentLog } from '../src/lib/log.ts';
import { samplesIn } from '../src/metrics/frame.ts';
import { openDatabase } from '../src/store/database.ts';
import { openBrowser, openVisit } from '../test/support/browser.ts';
import { visitAsMember } from '../test/support/dashboard.ts';
import { startTestPostgres } from '../test/support/postgres.ts';
import { startService, type TestService } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';
import { addFrameProbe, type FrameFigures, framesDuring } from './support/frame-probe.ts';
import { acts, awaitFigures } from './support/page-acts.ts';
import { encodedFrames } from './support/simulated-frames.ts';
import { startSimulatedRun } from './support/simulated-run.ts';
import { labelNames, storeRun } from './support/stored-run.ts';
import { printTable } from './support/table.ts';
import { timeViews } from './support/view-times.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 6 * 3600);
const labels = Number(process.env.BENCH_LABELS ?? 2000);
const samplesPerSecond = 300;

await using undo = new AsyncDisposableStack();
const url = process.env.BENCH_DATABASE_URL ?? (await storedDatabase());
const service = await startService(
  { DATABASE_URL: url, SPATE_LOG_LEVEL: 'warn', SPATE_OWNER_EMAIL: 'ann@example.com' },
  { hasPublicUrl: true },
);
undo.defer(() => service.close());
const browser = await openBrowser();
undo.defer(() => browser.close());

const runId = await finishedRun(service);
printTable(
  `Views of a run with ${labels} labels and ${seconds / 3600} hours, ms`,
  ['what', 'first', 'again', 'longest wait of others'],
  await timeViews(service, runId, seconds),
);
printTable('Opening its page, nothing cached', ['what', 'figure'], await timeOpening());
const frameHeader = ['while', 'frames', 'p50 ms', 'p95', 'p99', 'worst', 'tasks over 50 ms', 'longest task'];
printTable('Frames of its page', frameHeader, await measureActs(`/app/runs/${runId}`));
printTable(
  `Frames of the page of an active run with ${labels} labels`,
  frameHeader,
  await withGoingRun((id) => measureActs(`/app/runs/${id}`)),
);

/** Starts a temporary PostgreSQL that contains the run. */
async function storedDatabase(): Promise<string> {
  const postgres = await startTestPostgres();
  undo.defer(() => postgres.stop());
  const made = await postgres.freshUrl();
  const database = openDatabase({ url: made, log: silentLog });
  await storeRun(database, { seconds, labels, rate: samplesPerSecond });
  await database.close();
  return made;
}

/** Waits until the service has finished the stored run. */
function finishedRun(on: TestService): Promise<string> {
  return until(
    'the stored run is finished',
    async () => {
      const { _embedded: found } = await on.json('/runs');
      const run = found.runs.find((each: { name: string | null }) => each.name === 'A long run');
      return run?.status === 'finished' ? (run.uuid as string) : undefined;
    },
    600_000,
    1000,
  );
}

/** Measures the public page, without sign-in. */
async function timeOpening(): Promise<(string | number)[][]> {
  await service.json(`/runs/${runId}/set-public`, { method: 'PATCH' });
  const { page, context } = await openVisit(browser);
  await addFrameProbe(page);
  const sizes: Promise<{ isData: boolean; bytes: number }>[] = [];
  page.on('response', (answer) => {
    const isData = answer.url().includes('/app/api/');
    sizes.push(answer.headerValue('content-length').then((text) => ({ isData, bytes: Number(text ?? 0) })));
  });
  const tasks = await framesDuringOpening(page);
  const times = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return { painted, ready: performance.now() };
  });
  const weighed = await Promise.all(sizes);
  const kilobytes = (isData: boolean) =>
    Math.round(
      weighed.filter((each) => each.isData === isData).reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    );
  await context.close();
  return [
    ['page, scripts and styles, compressed, KB', kilobytes(false)],
    ['figures that it asked for, KB', kilobytes(true)],
    ['first paint, ms', Math.round(times.painted)],
    ['charts drawn and table filled, ms', Math.round(times.ready)],
    ['longest task until then, ms', tasks.longestTask],
  ];
}

function framesDuringOpening(page: Page): Promise<FrameFigures> {
  return framesDuring(page, async () => {
    await page.goto(`${service.url}/app/runs/${runId}`);
    await awaitFigures(page);
  });
}

/** Measures each interaction on an idle page. */
async function measureActs(path: string): Promise<(string | number)[][]> {
  const { page, context } = await visitAsMember(browser, service, '/app');
  await addFrameProbe(page);
  await page.goto(service.url + path);
  await awaitFigures(page);
  await delay(2000);
  const rows: (string | number)[][] = [];
  const looking = { 'only looking': (_: Page) => delay(8000) };
  for (const [name, act] of Object.entries({ ...looking, ...acts })) {
    const { frames, p50, p95, p99, worst, longTasks, longestTask } = await framesDuring(page, () =>
      act(page),
    );
    rows.push([name, frames, p50, p95, p99, worst, longTasks, longestTask]);
  }
  await context.close();
  return rows;
}

/** Runs `measure` during a run of one node with hundreds of samples per second. */
async function withGoingRun<T>(work: (id: string) => Promise<T>): Promise<T> {
  const run = await startSimulatedRun(service, 1);
  const payloads = encodedFrames(40, samplesPerSecond, labelNames(labels));
  let tick = 0;
  const timer = setInterval(() => {
    const payload = payloads[tick++ % payloads.length] as Buffer;
    for (const node of run.nodes) node.sendFrame(Math.floor(Date.now() / 1000), payload, samplesIn(payload));
  }, 1000);
  try {
    await delay(10_000);
    return await work(run.runId);
  } finally {
    clearInterval(timer);
    await run.end();
  }
}

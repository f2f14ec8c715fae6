/**
 * Frames stored and rolled up by two services compared with one, on one PostgreSQL. A control group limits each
 * service to the same part of a core, so that it is the bottleneck; PostgreSQL and the simulated nodes use the rest.
 * The processor time per frame in the services shows whether two of them repeat work. Requires root, and Go for the
 * S3 server.
 */
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { freePort } from '../src/lib/free-port.ts';
import { silentLog } from '../src/lib/log.ts';
import { openDatabase } from '../src/store/database.ts';
import { startEmbedded } from '../src/store/embedded/start-embedded.ts';
import { countDirty } from '../src/store/rollups.ts';
import { afterwards } from '../test/support/afterwards.ts';
import { startStorage } from '../test/support/s3/storage.ts';
import { type OneOfSeveral, startOne } from '../test/support/several/services.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { until } from '../test/support/until.ts';
import { limitProcessor } from './support/limit-processor.ts';
import { postmasterOf, processorMs } from './support/processes.ts';
import { acknowledged, sendAsAcknowledged } from './support/send-frames.ts';
import { encodedFrames } from './support/simulated-frames.ts';
import { startSimulatedRun } from './support/simulated-run.ts';
import { printTable } from './support/table.ts';

const nodeCount = Number(process.env.BENCH_NODES ?? 600);
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
/** Of one core, for each service. */
const percent = Number(process.env.BENCH_PERCENT ?? 25);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const warmUpMs = 10_000;
const payloads = encodedFrames(50, 200);

interface Measured {
  framesPerSecond: number;
  /** Of one frame. */
  serviceMs: number;
  postgresMs: number;
  nodesMs: number;
  /** Processor time of all services, of one core. */
  servicesPercent: number;
}

test('two services against one', async (t) => {
  const measured: Record<1 | 2, Measured[]> = { 1: [], 2: [] };
  const rows: (string | number)[][] = [];
  for (let round = 0; round < rounds; round++)
    for (const count of [1, 2] as const) {
      await t.test(`${count} of them`, async (inner) => {
        const one = await measure(inner, count);
        measured[count].push(one);
        const row = [
          count,
          Math.round(one.framesPerSecond),
          Math.round(one.servicesPercent),
          one.serviceMs.toFixed(3),
          one.postgresMs.toFixed(3),
          one.nodesMs.toFixed(3),
        ];
        rows.push(row);
        console.log(row.join(' · '));
      });
    }
  const mean = (count: 1 | 2, of: keyof Measured) =>
    measured[count].reduce((sum, each) => sum + each[of], 0) / measured[count].length;
  const byRate = mean(2, 'framesPerSecond') / mean(1, 'framesPerSecond');
  const byProcessor = (2 * mean(1, 'serviceMs')) / mean(2, 'serviceMs');
  printTable(
    `Frames of 20 labels, ${percent} % of a core for each service: two store and roll up ${byRate.toFixed(2)} times as many as one (target 1.7), ${byProcessor.toFixed(2)} times by the processor time of a frame`,
    [
      'services',
      'frames per second',
      'services, % of a core',
      'ms per frame: services',
      'PostgreSQL',
      'simulated nodes',
    ],
    rows,
  );
});

async function measure(t: TestContext, count: 1 | 2): Promise<Measured> {
  const dataDir = await temporaryFolder(t);
  const postgres = await startEmbedded({ dataDir, log: silentLog });
  afterwards(t, () => postgres.stop());
  const services = await startServices(t, postgres.url, count);
  const [first] = services;
  if (!first) throw new Error('No service was started.');
  const database = openDatabase({ url: postgres.url, log: silentLog });
  afterwards(t, () => database.close());
  const run = await startSimulatedRun(
    first,
    nodeCount,
    services.map(({ url }) => url),
  );
  /** Returns the number of frames, after all are acknowledged and rolled up. */
  const send = async (forMs: number) => {
    const before = acknowledged(run.nodes);
    await sendAsAcknowledged(run.nodes, payloads, forMs);
    await until('all is acknowledged', () => run.nodes.every((node) => node.unacked === 0), 300_000);
    await until('all is rolled up', async () => (await countDirty(database, run.runId)) === 0, 300_000);
    return acknowledged(run.nodes) - before;
  };
  const pids = services.map((service) => service.pid() ?? 0);
  const release = await Promise.all(pids.map((pid) => limitProcessor(pid, percent)));
  await send(warmUpMs);
  const spent = () => [
    pids.reduce((sum, pid) => sum + processorMs(pid), 0),
    processorMs(postmasterOf(dataDir)),
    ownProcessorMs(),
  ];
  const before = spent();
  const startedAt = Date.now();
  const frames = await send(seconds * 1000);
  const ms = Date.now() - startedAt;
  const [service = 0, ofPostgres = 0, nodes = 0] = spent().map((each, index) => each - (before[index] ?? 0));
  for (const each of release) await each();
  for (const node of run.nodes) node.close();
  return {
    framesPerSecond: (frames * 1000) / ms,
    servicesPercent: (service * 100) / ms,
    serviceMs: service / frames,
    postgresMs: ofPostgres / frames,
    nodesMs: nodes / frames,
  };
}

/** Processor time of the simulated nodes, without child processes. */
function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
async function startServices(t: TestContext, databaseUrl: string, count: number): Promise<OneOfSeveral[]> {
  const storage = await startStorage(t);
  const port = await freePort();
  const shared = {
    DATABASE_URL: databaseUrl,
    SPATE_TLS: 'off',
    SPATE_PUBLIC_URL: `https://127.0.0.1:${port}`,
    SPATE_SEAL_KEY: randomBytes(32).toString('base64'),
    SPATE_LOCAL_NODES: 'off',
    SPATE_LOG_LEVEL: 'warn',
    SPATE_SANDBOX: 'off',
    ...storage.variables('bench'),
  };
  const services: OneOfSeveral[] = [];
  for (let index = 0; index < count; index++)
    services.push(await startOne(t, index === 0 ? port : await freePort(), shared));
  return services;
}

/**
 * Frames stored by two services against one, on one PostgreSQL. Each service gets the same part of a core by a control
 * group, so that it is the limit; PostgreSQL and the simulated nodes use the rest. Needs root, and Go for the S3 server.
 */
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { freePort } from '../src/lib/free-port.ts';
import { silentLog } from '../src/lib/log.ts';
import { startEmbedded } from '../src/store/embedded/start-embedded.ts';
import { afterwards } from '../test/support/afterwards.ts';
import { startStorage } from '../test/support/s3/storage.ts';
import { type OneOfSeveral, startOne } from '../test/support/several/services.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { limitProcessor } from './support/limit-processor.ts';
import { postmasterOf, processorMs } from './support/processes.ts';
import { sendAsAcknowledged } from './support/send-frames.ts';
import { encodedFrames } from './support/simulated-frames.ts';
import { startSimulatedRun } from './support/simulated-run.ts';
import { printTable } from './support/table.ts';

const nodeCount = Number(process.env.BENCH_NODES ?? 200);
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
/** Of one core, for each service. */
const percent = Number(process.env.BENCH_PERCENT ?? 25);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const payloads = encodedFrames(50, 200);

test('two services against one', async (t) => {
  const rows: (string | number)[][] = [];
  const rates = { 1: [] as number[], 2: [] as number[] };
  for (let round = 0; round < rounds; round++)
    for (const count of [1, 2] as const) {
      await t.test(`${count} of them`, async (inner) => {
        const { rate, service, postgres, nodes } = await measure(inner, count);
        rates[count].push(rate);
        const row = [count, Math.round(rate), Math.round(service), Math.round(postgres), Math.round(nodes)];
        rows.push(row);
        console.log(row.join(' · '));
      });
    }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  printTable(
    `Frames of 20 labels per second, ${percent} % of a core for each service: two store ${(mean(rates[2]) / mean(rates[1])).toFixed(2)} times as many as one (target 1.7)`,
    ['services', 'frames per second', 'services, % of a core', 'PostgreSQL', 'simulated nodes'],
    rows,
  );
});

async function measure(t: TestContext, count: 1 | 2) {
  const dataDir = await temporaryFolder(t);
  const postgres = await startEmbedded({ dataDir, log: silentLog });
  afterwards(t, () => postgres.stop());
  const services = await startServices(t, postgres.url, count);
  const [first] = services;
  if (!first) throw new Error('No service was started.');
  const run = await startSimulatedRun(
    first,
    nodeCount,
    services.map(({ url }) => url),
  );
  const pids = services.map((service) => service.pid() ?? 0);
  const release = await Promise.all(pids.map((pid) => limitProcessor(pid, percent)));
  await sendAsAcknowledged(run.nodes, payloads, 5_000);
  const spent = () => [
    pids.reduce((sum, pid) => sum + processorMs(pid), 0),
    processorMs(postmasterOf(dataDir)),
    ownProcessorMs(),
  ];
  const before = spent();
  const startedAt = Date.now();
  const frames = await sendAsAcknowledged(run.nodes, payloads, seconds * 1000);
  const ms = Date.now() - startedAt;
  const [service = 0, ofPostgres = 0, nodes = 0] = spent().map(
    (each, index) => ((each - (before[index] ?? 0)) * 100) / ms,
  );
  for (const each of release) await each();
  for (const node of run.nodes) node.close();
  return { rate: (frames * 1000) / ms, service, postgres: ofPostgres, nodes };
}

/** Of the simulated nodes, without the processes that this one has started. */
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

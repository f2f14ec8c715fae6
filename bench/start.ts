/** From the packages of a release: the time until a service with an existing data folder is ready, and that of short commands. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assembleClient } from '../packaging/assemble-client.ts';
import { assembleRelease } from '../packaging/assemble-release.ts';
import { silentLog } from '../src/lib/log.ts';
import { packageFile } from '../src/lib/package-files.ts';
import { builtWeb } from '../src/service/built-web.ts';
import { atPart } from './support/at-part.ts';
import { printTable } from './support/table.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'spate-bench-start-'));
try {
  const service = join(folder, 'service');
  const client = join(folder, 'client');
  await mkdir(service);
  await mkdir(client);
  await assembleRelease(service, { web: await builtWeb({ dataDir: folder, log: silentLog }) });
  await symlink(packageFile('node_modules'), join(service, 'node_modules'));
  await assembleClient(client);
  const main = join(service, 'src/main.mjs');
  const sources = packageFile('src/main.ts');

  const rows = [
    ['service ready, release', ...(await measure(() => startService(main)))],
    ['service ready, sources', ...(await measure(() => startService(sources)))],
    ['--version, client', ...(await measure(() => command(join(client, 'spate.mjs'))))],
    ['--version, release', ...(await measure(() => command(main)))],
    ['--version, sources', ...(await measure(() => command(sources)))],
  ];
  printTable(
    `Time in ms, ${rounds} times each after one that does not count`,
    ['what', 'median', 'longest'],
    rows,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(attempt: () => Promise<number>): Promise<number[]> {
  await attempt();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await attempt());
  const sorted = times.toSorted((a, b) => a - b);
  return [atPart(sorted, 0.5), atPart(sorted, 1)].map(Math.round);
}

async function command(program: string): Promise<number> {
  const beganAtMs = performance.now();
  await run(process.execPath, [program, '--version']);
  return performance.now() - beganAtMs;
}

/** Time until "ready" is printed. Ctrl-C then stops everything, including PostgreSQL. */
async function startService(program: string): Promise<number> {
  const beganAtMs = performance.now();
  const child = spawn(
    process.execPath,
    [program, 'serve', '--port', '0', '--data-dir', join(folder, 'data')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  let readyAtMs: number | undefined;
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    if (readyAtMs !== undefined || !/Spate is ready/.test(chunk)) continue;
    readyAtMs = performance.now();
    child.kill('SIGINT');
  }
  await exited;
  if (readyAtMs === undefined) throw new Error('The service ended before it was ready.');
  return readyAtMs - beganAtMs;
}

import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { needs } from '../../test/support/needs.ts';
import type { ExecutionSpec } from '../domain/execution.ts';
import { noSettings } from '../domain/run-settings.ts';
import { newId } from '../lib/id.ts';
import { silentLog } from '../lib/log.ts';
import type { FrameBlock } from '../metrics/frame-block.ts';
import { bucketLowUs } from '../metrics/histogram-layout.ts';
import type { Sample } from '../metrics/sample.ts';
import { detectSandbox } from './sandbox/detect.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { ReadResult, Tool, ToolConclusion, ToolContext, ToolExecution } from './tool.ts';

/** Context for tests, with the production cache, because filling it takes minutes. */
export function testContext(): ToolContext {
  const cache = process.getuid?.() === 0 ? '/var/cache/spate' : join(homedir(), '.cache/spate');
  return {
    cacheDir: process.env.SPATE_CACHE_DIR ?? cache,
    javaOptions: javaOptions(),
    log: silentLog,
    signal: new AbortController().signal,
  };
}

/** JVM options of `npm test`, the same as those of a test service. */
function javaOptions(): string[] {
  const { SPATE_JAVA_OPTIONS = '' } = process.env;
  return SPATE_JAVA_OPTIONS.split(' ').filter((one) => one !== '');
}

/**
 * The sandbox of this machine. Without bubblewrap, tests of tools run without one, as with SPATE_SANDBOX=off;
 * tests of the sandbox itself are skipped.
 */
export function testSandbox(): Promise<Sandbox> {
  return detectSandbox({ mode: needs('bubblewrap') === false ? 'required' : 'off' });
}

export interface Upload {
  name: string;
  content: string | Uint8Array;
}

export interface TestExecution extends ToolExecution {
  [Symbol.asyncDispose](): Promise<void>;
}

/** An execution in a new workspace, as prepared by an agent; disposing removes everything. */
export async function makeExecution(
  tool: Tool,
  uploads: readonly Upload[],
  spec: Partial<ExecutionSpec> = {},
  sandbox?: Sandbox,
  memoryBytes = 768 * 2 ** 20,
): Promise<TestExecution> {
  const root = await mkdtemp(join(tmpdir(), 'spate-execution-'));
  const folders = { files: join(root, 'files'), results: join(root, 'results'), tool: join(root, 'tool') };
  for (const folder of Object.values(folders)) {
    await mkdir(folder);
  }
  for (const { name, content } of uploads) {
    await mkdir(dirname(join(folders.files, name)), { recursive: true });
    await writeFile(join(folders.files, name), content);
  }
  const execution: ToolExecution = {
    ...testContext(),
    sandbox: sandbox ?? (await testSandbox()),
    folders,
    memoryBytes,
    spec: {
      executionId: newId(),
      runId: newId(),
      gridId: newId(),
      tool: tool.name,
      ...noSettings,
      files: uploads.map(({ name }) => ({ id: newId(), name, sizeBytes: 0, sha256: '' })),
      nodeIndex: 0,
      gridIndex: 0,
      nodeCount: 1,
      region: 'local',
      // Unique, so that its processes can be found by their environment.
      numbers: { account: 1, project: 2, run: randomInt(2 ** 40), grid: 3, node: 4 },
      maxResultsInArchiveBytes: 2 ** 30,
      stopGraceS: 10,
      ...spec,
    },
  };
  return {
    ...execution,
    [Symbol.asyncDispose]: async () => {
      await tool.stop(execution, 'force');
      await tool.conclude(execution);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Reads like an agent, from offset to offset, until the tool has exited and everything is read. */
export async function readToEnd(
  tool: Tool,
  execution: ToolExecution,
  onRead?: () => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  let offset: string | undefined;
  for (;;) {
    const wasRunning = await tool.isRunning(execution);
    const result = await tool.read(execution, offset);
    samples.push(...samplesOf(result));
    const isSame = result.offset === offset;
    offset = result.offset;
    onRead?.();
    if (!wasRunning && isSame) {
      return samples;
    }
    await delay(100);
  }
}

/** Runs `make` once, on first use: several tests share its result, or fail with its error. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Launches and releases an execution, and reads to its end. */
export async function runToEnd(
  tool: Tool,
  execution: ToolExecution,
): Promise<{ samples: Sample[]; conclusion: ToolConclusion }> {
  await tool.launch(execution);
  await tool.release(execution, Date.now());
  const samples = await readToEnd(tool, execution);
  return { samples, conclusion: await tool.conclude(execution) };
}

/** Samples of a result, also of aggregated blocks: then times are means of the label in the block. */
export function samplesOf({ samples, blocks = [] }: ReadResult): Sample[] {
  return [...samples, ...blocks.flatMap(samplesOfBlock)];
}

function samplesOfBlock(block: FrameBlock): Sample[] {
  const startedAtMs = block.firstStartedAtMs ?? 0;
  return [...block.labels].flatMap(([label, stats]) => {
    const plain = {
      label,
      startedAtMs,
      latencyUs: stats.latencySumUs / stats.count,
      connectUs: stats.connectSumUs / stats.count,
      bytesIn: stats.bytesIn / stats.count,
      bytesOut: stats.bytesOut / stats.count,
      users: block.users,
    };
    const made: Sample[] = [];
    stats.passedHistogram.forEach((index, count) => {
      const sample = { ...plain, elapsedUs: bucketLowUs(index), isPassed: true, code: '', message: '' };
      made.push(...Array<Sample>(count).fill(sample));
    });
    for (const { code, message, count } of stats.errors.values()) {
      const sample = { ...plain, elapsedUs: stats.minUs, isPassed: false, code, message };
      made.push(...Array<Sample>(count).fill(sample));
    }
    return made;
  });
}

/** All processes of an execution, without wrapping shells. */
export async function processesOf(execution: ToolExecution): Promise<number[]> {
  const marker = `FLOOD_SEQUENCE_ID=${execution.spec.numbers.run}`;
  const found: number[] = [];
  for (const name of (await readdir('/proc')).filter((candidate) => /^\d+$/.test(candidate))) {
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(marker) && command.trim() !== 'sh') {
      found.push(Number(name));
    }
  }
  return found;
}

export interface Target {
  url: URL;
  /** Received requests, in order. */
  requests: { path: string; host: string; atMs: number }[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A server on this machine that records its requests; `/slow/<ms>` responds late, `/fail` with 500. */
export async function startTarget(): Promise<Target> {
  const requests: Target['requests'] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    // Requested by browsers automatically.
    if (path === '/favicon.ico') {
      response.writeHead(404).end();
      return;
    }
    requests.push({ path, host: request.headers.host ?? '', atMs: Date.now() });
    const slow = /^\/slow\/(\d+)/.exec(path)?.[1];
    response.statusCode = path.startsWith('/fail') ? 500 : 200;
    response.setHeader('content-type', 'text/html');
    const title = path.replaceAll(/[^\w/-]/g, '');
    const page = `<!doctype html><title>${title}</title><p>hello</p>`;
    setTimeout(() => response.end(page), Number(slow ?? 0)).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

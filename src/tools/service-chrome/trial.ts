import { copyFile, cp, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { noSettings } from '../../domain/run-settings.ts';
import { newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import type { TrialEvent } from '../../tool-process/trial-event.ts';
import { detectSandbox } from '../sandbox/detect.ts';
import type { Tool, ToolExecution } from '../tool.ts';
import { unpackUploads } from '../unpack.ts';
import { serviceChromeFiles } from './folders.ts';
import { createServiceChrome } from './service-chrome.ts';

export type { TrialEvent } from '../../tool-process/trial-event.ts';

export interface TrialOptions {
  /** What the script gets to see; `name` is relative to its folder. */
  files: readonly { name: string; path: string }[];
  overrideParameters: string | null;
  memoryBytes: number;
  cacheDir: string;
  /** Where logs and screenshots go in the end; made when there is something to keep. */
  resultsFolder: string;
  log: Log;
  /** Aborted: the step under way is finished, then it ends. */
  signal: AbortSignal;
  onReady(about: { sandbox: string; version: string }): void;
  onEvent(event: TrialEvent): void;
}

export interface TrialOutcome {
  /** Sentences on what went wrong besides failed steps. */
  errors: string[];
}

const stopGraceS = 20;

/** Runs one user of a script once on this machine, in the sandbox where there is one. Throws AppError when it cannot start. */
export async function tryScript(options: TrialOptions): Promise<TrialOutcome> {
  const root = await mkdtemp(join(tmpdir(), 'spate-verify-'));
  const tool = createServiceChrome({ isTrial: true });
  // The user of a trial already has the rights that the script gets without a sandbox.
  const sandbox = await detectSandbox({ mode: 'preferred' });
  const execution: ToolExecution = {
    spec: trialSpec(options),
    folders: { files: join(root, 'files'), results: join(root, 'results'), tool: join(root, 'tool') },
    memoryBytes: options.memoryBytes,
    cacheDir: options.cacheDir,
    log: options.log,
    signal: new AbortController().signal,
    sandbox,
  };
  try {
    await layFiles(execution, options);
    await tool.launch(execution);
    const { version } = await tool.probe(execution);
    options.onReady({ sandbox: sandbox.kind, version: version ?? '' });
    await tool.release(execution, Date.now());
    await follow(tool, execution, options);
    const { errors } = await tool.conclude(execution);
    await keepResults(execution, options.resultsFolder);
    return { errors };
  } finally {
    await tool.stop(execution, 'force');
    await rm(root, { recursive: true, force: true });
  }
}

async function layFiles({ folders }: ToolExecution, { files }: TrialOptions): Promise<void> {
  for (const folder of Object.values(folders)) {
    await mkdir(folder);
  }
  for (const { name, path } of files) {
    await mkdir(dirname(join(folders.files, name)), { recursive: true });
    await copyFile(path, join(folders.files, name));
  }
  await unpackUploads(
    folders.files,
    files.map(({ name }) => name),
  );
}

/** Tells what happens until it ends; asked to stop, it is given the time to do so. */
async function follow(tool: Tool, execution: ToolExecution, options: TrialOptions): Promise<void> {
  const path = serviceChromeFiles(execution.folders).events;
  let position = 0;
  let forceAtMs = Number.POSITIVE_INFINITY;
  for (;;) {
    const isRunning = await tool.isRunning(execution);
    const { events, end } = await readEvents(path, position);
    position = end;
    for (const event of events) {
      options.onEvent(event);
    }
    if (!isRunning) {
      return;
    }
    if (options.signal.aborted && forceAtMs === Number.POSITIVE_INFINITY) {
      await tool.stop(execution, 'graceful');
      forceAtMs = Date.now() + stopGraceS * 1000;
    }
    if (Date.now() > forceAtMs) {
      await tool.stop(execution, 'force');
    }
    await delay(50);
  }
}

async function readEvents(path: string, from: number): Promise<{ events: TrialEvent[]; end: number }> {
  const file = await open(path).catch(() => undefined);
  if (!file) {
    return { events: [], end: from };
  }
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
    const lines = buffer.toString('utf8', 0, end).split('\n').filter(Boolean);
    return { events: lines.map((line) => JSON.parse(line) as TrialEvent), end: from + end };
  } finally {
    await file.close();
  }
}

async function keepResults({ folders }: ToolExecution, to: string): Promise<void> {
  if ((await readdir(folders.results)).length > 0) {
    await cp(folders.results, to, { recursive: true });
  }
}

function trialSpec(options: TrialOptions): ExecutionSpec {
  return {
    executionId: newId(),
    runId: newId(),
    gridId: newId(),
    tool: 'service-chrome',
    ...noSettings,
    threads: 1,
    overrideParameters: options.overrideParameters,
    files: options.files.map(({ name }) => ({ id: newId(), name, sizeBytes: 0, sha256: '' })),
    nodeIndex: 0,
    gridIndex: 0,
    nodeCount: 1,
    region: 'local',
    numbers: { account: 0, project: 0, run: 0, grid: 0, node: 0 },
    maxResultsInArchiveBytes: 0,
    stopGraceS,
  };
}

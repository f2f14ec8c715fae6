import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { exists } from '../../lib/exists.ts';
import { withLock } from '../../lib/file-lock.ts';
import { newId } from '../../lib/id.ts';
import { awaitReady } from '../await-ready.ts';
import { heldFiles } from '../held-files.ts';
import { readTail, replaceFile, writeReadable } from '../safe-file.ts';
import { prepareToolFolders, toolFolders } from '../sandbox/layout.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ToolContext, ToolExecution } from '../tool.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { archiveArguments } from './java-options.ts';
import { type LaunchParts, startJmeter } from './launch.ts';
import { classPath, jmeterProject } from './project.ts';

const memoryBytes = 512 * 2 ** 20;
const archiveName = 'classes.jsa';
const listName = 'classes.list';
/** There when making the archive has failed; it would fail again, for a while at least. */
const failedName = 'failed';
const timeoutMs = 120_000;
const retryAfterMs = 3_600_000;

/**
 * An archive of the classes that JMeter loads, which the JVM maps instead of reading and checking jars: it halves the
 * time to get ready. It fits one build of Java and one place of the toolchain only.
 */
export async function classArchiveFor(parts: LaunchParts): Promise<{ path: string; isThere: boolean }> {
  const { toolchain: seen } = parts.sandbox.paths({ files: '/', results: '/', tool: '/' }, parts.toolchain);
  const key = createHash('sha256').update([parts.java.version, parts.java.home, seen].join('\0'));
  // Beside the toolchain, not in it: the toolchain's folder is complete and never changes.
  const path = join(`${parts.toolchain}-classes-${key.digest('hex').slice(0, 12)}`, archiveName);
  return { path, isThere: await exists(path) };
}

/** Makes the archive by running a small plan, once. A failure costs only time at each start, so it is only logged. */
export async function ensureClassArchive(
  parts: LaunchParts,
  context: ToolContext,
  onProgress: (text: string) => void,
): Promise<void> {
  const { path } = await classArchiveFor(parts);
  const folder = dirname(path);
  const isSettled = async () => (await exists(path)) || (await hasJustFailed(join(folder, failedName)));
  if ((await isSettled()) || !(await isWritable(context.cacheDir))) {
    return;
  }
  await withLock(`${parts.toolchain}.lock`, context.signal, async () => {
    if (await isSettled()) {
      return;
    }
    onProgress(`${jmeterProject.title} ${jmeterProject.version}: preparing a faster start`);
    const workspace = await mkdtemp(join(tmpdir(), 'spate-jmeter-classes-'));
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    try {
      await copyFile(await makeArchive(parts, context, workspace), `${path}.new`);
      await chown(`${path}.new`, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
      await chmod(`${path}.new`, 0o644);
      await rename(`${path}.new`, path);
    } catch (error) {
      context.signal.throwIfAborted();
      context.log.warn(
        { err: error },
        'the archive of classes could not be made; JMeter will start more slowly',
      );
      await writeFile(join(folder, failedName), String(error));
    } finally {
      await rm(workspace, { recursive: true, force: true });
    }
  });
}

async function hasJustFailed(marker: string): Promise<boolean> {
  const failed = await stat(marker).catch(() => undefined);
  return failed !== undefined && Date.now() - failed.mtimeMs < retryAfterMs;
}

/** A cache that root has filled can be used by others, but not added to. */
async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** First JMeter runs and lists its classes, then a JVM reads the list; both see what an execution sees. */
async function makeArchive(parts: LaunchParts, context: ToolContext, workspace: string): Promise<string> {
  const folders = {
    files: join(workspace, 'files'),
    results: join(workspace, 'results'),
    tool: join(workspace, 'tool'),
  };
  const { sandbox, toolchain, java } = parts;
  const seen = sandbox.paths(folders, toolchain);
  await runWarmUp(parts, context, folders, join(seen.tool, listName));
  const listed = await readFile(join(toolFolders(folders).inside, listName), 'utf8');
  await prepareToolFolders(folders);
  await writeReadable(join(toolFolders(folders).launch, listName), withoutLambdas(listed));
  const jars = await classPath(toolchain, seen.toolchain);
  const outputPath = join(folders.results, 'archive.log');
  await sandbox.start({
    executionId: newId(),
    folders,
    toolchain,
    readOnly: [java.home],
    argv: [
      join(sandbox.seenAt(java.home), 'bin/java'),
      ...archiveArguments(join(seen.launch, listName), join(seen.tool, archiveName), jars),
    ],
    env: new Map(),
    hosts: [],
    memoryBytes: memoryBytes * 2,
    maxProcesses: 1024,
    outputPath,
  });
  await awaitEnd(sandbox, folders, context.signal);
  if ((await sandbox.exitCode(folders)) !== 0) {
    throw new Error(`java ended badly: ${(await readTail(outputPath, 2000)).trim()}`);
  }
  return join(toolFolders(folders).inside, archiveName);
}

/** Java 17 crashes while archiving the lambdas of classes that cannot be archived themselves, such as Groovy's. */
function withoutLambdas(list: string): string {
  return list
    .split('\n')
    .filter((line) => !line.startsWith('@lambda-proxy'))
    .join('\n');
}

async function runWarmUp(
  parts: LaunchParts,
  context: ToolContext,
  folders: WorkspaceFolders,
  list: string,
): Promise<void> {
  await mkdir(folders.files, { recursive: true });
  await copyFile(join(jmeterProject.folder, 'warm-up.jmx'), join(folders.files, 'warm-up.jmx'));
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"greeting":"hello"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const spec = trainingSpec((server.address() as AddressInfo).port);
    const execution: ToolExecution = { ...context, folders, memoryBytes, spec };
    await startJmeter(execution, { ...parts, classes: { kind: 'list', path: list } });
    if (!(await awaitReady(execution, parts.sandbox, { title: 'JMeter', readyTimeoutMs: timeoutMs }))) {
      throw new Error(
        `JMeter did not run the warm-up plan: ${await readTail(heldFiles(folders).output, 2000)}`,
      );
    }
    await replaceFile(heldFiles(folders).control, `start ${Date.now()}`);
    await awaitEnd(parts.sandbox, folders, context.signal);
  } finally {
    await parts.sandbox.kill(folders);
    server.closeAllConnections();
    server.close();
  }
}

/** Nothing is left running, however it goes. */
async function awaitEnd(sandbox: Sandbox, folders: WorkspaceFolders, signal: AbortSignal): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  try {
    while ((await sandbox.isRunning(folders)) && Date.now() < endMs) {
      signal.throwIfAborted();
      await delay(20);
    }
  } finally {
    await sandbox.kill(folders);
    await sandbox.cleanUp(folders);
  }
}

function trainingSpec(port: number): ExecutionSpec {
  return {
    executionId: newId(),
    runId: newId(),
    gridId: newId(),
    tool: 'jmeter',
    threads: null,
    rampupS: null,
    durationS: null,
    overrideHosts: null,
    overrideParameters: `-Jport=${port}`,
    files: [],
    nodeIndex: 0,
    gridIndex: 0,
    nodeCount: 1,
    region: 'local',
    numbers: { account: 0, project: 0, run: 0, grid: 0, node: 0 },
    maxResultsInArchiveBytes: 0,
    stopGraceS: 10,
  };
}

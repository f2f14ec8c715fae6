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
import { join } from 'node:path';
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
import { archiveNames, type JvmName, listNames } from './java-options.ts';
import { type LaunchParts, startGatling } from './launch.ts';
import { classPath, compilerPath, gatlingProject } from './project.ts';

const memoryBytes = 1024 * 2 ** 20;
/** There when making the archives has failed; it would fail again, for a while at least. */
const failedName = 'failed';
const timeoutMs = 300_000;
const retryAfterMs = 3_600_000;
const jvms: readonly JvmName[] = ['compiler', 'gatling'];

/**
 * Archives of the classes that the Scala compiler and Gatling load, which a JVM maps instead of reading and checking
 * jars: they halve the work until Gatling is ready. They fit one build of Java and one place of the toolchain only.
 */
export async function classArchives(parts: LaunchParts): Promise<{ folder: string; areThere: boolean }> {
  const { toolchain: seen } = parts.sandbox.paths({ files: '/', results: '/', tool: '/' }, parts.toolchain);
  const key = createHash('sha256').update([parts.java.version, parts.java.home, seen].join('\0'));
  // Beside the toolchain, not in it: the toolchain's folder is complete and never changes.
  const folder = `${parts.toolchain}-classes-${key.digest('hex').slice(0, 12)}`;
  const found = await Promise.all(jvms.map((jvm) => exists(join(folder, archiveNames[jvm]))));
  return { folder, areThere: found.every(Boolean) };
}

/** Makes the archives by running a small simulation, once. A failure costs only time at each start, so it is only logged. */
export async function ensureClassArchives(
  parts: LaunchParts,
  context: ToolContext,
  onProgress: (text: string) => void,
): Promise<void> {
  const { folder } = await classArchives(parts);
  const isSettled = async () =>
    (await classArchives(parts)).areThere || (await hasJustFailed(join(folder, failedName)));
  if ((await isSettled()) || !(await isWritable(context.cacheDir))) {
    return;
  }
  await withLock(`${parts.toolchain}.lock`, context.signal, async () => {
    if (await isSettled()) {
      return;
    }
    onProgress(`${gatlingProject.title} ${gatlingProject.version}: preparing a faster start`);
    const workspace = await mkdtemp(join(tmpdir(), 'spate-gatling-classes-'));
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    try {
      for (const [jvm, made] of await makeArchives(parts, context, workspace)) {
        await keep(made, join(folder, archiveNames[jvm]));
      }
    } catch (error) {
      context.signal.throwIfAborted();
      context.log.warn(
        { err: error },
        'the archives of classes could not be made; Gatling starts more slowly',
      );
      await writeFile(join(folder, failedName), String(error));
    } finally {
      await rm(workspace, { recursive: true, force: true });
    }
  });
}

async function keep(made: string, path: string): Promise<void> {
  await copyFile(made, `${path}.new`);
  await chown(`${path}.new`, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await chmod(`${path}.new`, 0o644);
  await rename(`${path}.new`, path);
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

/** First both JVMs run and list their classes, then one JVM each reads a list; all see what an execution sees. */
async function makeArchives(
  parts: LaunchParts,
  context: ToolContext,
  workspace: string,
): Promise<[JvmName, string][]> {
  const folders = {
    files: join(workspace, 'files'),
    results: join(workspace, 'results'),
    tool: join(workspace, 'tool'),
  };
  const { sandbox, toolchain, java } = parts;
  const seen = sandbox.paths(folders, toolchain);
  await runWarmUp(parts, context, folders);
  const lists = new Map<JvmName, string>();
  for (const jvm of jvms) {
    lists.set(jvm, await readFile(join(toolFolders(folders).inside, listNames[jvm]), 'utf8'));
  }
  const made: [JvmName, string][] = [];
  for (const [jvm, list] of lists) {
    await prepareToolFolders(folders);
    await writeReadable(join(toolFolders(folders).launch, listNames[jvm]), withoutLambdas(list));
    const jars = await (jvm === 'compiler' ? compilerPath : classPath)(toolchain, seen.toolchain);
    const outputPath = join(folders.results, `${jvm}.log`);
    await sandbox.start({
      executionId: newId(),
      folders,
      toolchain,
      readOnly: [java.home],
      argv: [
        join(sandbox.seenAt(java.home), 'bin/java'),
        '-Xshare:dump',
        `-XX:SharedClassListFile=${join(seen.launch, listNames[jvm])}`,
        `-XX:SharedArchiveFile=${join(seen.tool, archiveNames[jvm])}`,
        jvm === 'compiler' ? '-XX:+UseSerialGC' : '-XX:+UseG1GC',
        '-Xlog:cds=off',
        ...['-cp', jars.join(':')],
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
    const path = join(workspace, archiveNames[jvm]);
    await rename(join(toolFolders(folders).inside, archiveNames[jvm]), path);
    made.push([jvm, path]);
  }
  return made;
}

/** Java 17 crashes while archiving the lambdas of classes that cannot be archived themselves. */
function withoutLambdas(list: string): string {
  return list
    .split('\n')
    .filter((line) => !line.startsWith('@lambda-proxy'))
    .join('\n');
}

async function runWarmUp(parts: LaunchParts, context: ToolContext, folders: WorkspaceFolders): Promise<void> {
  await mkdir(folders.files, { recursive: true });
  await copyFile(join(gatlingProject.folder, 'WarmUp.scala'), join(folders.files, 'WarmUp.scala'));
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"greeting":"hello"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const spec = trainingSpec((server.address() as AddressInfo).port);
    const execution: ToolExecution = { ...context, folders, memoryBytes, spec };
    await startGatling(execution, { ...parts, classes: { kind: 'list' } });
    if (!(await awaitReady(execution, parts.sandbox, { title: 'Gatling', readyTimeoutMs: timeoutMs }))) {
      throw new Error(`Gatling did not run the warm-up: ${await readTail(heldFiles(folders).output, 2000)}`);
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
    tool: 'gatling',
    threads: null,
    rampupS: null,
    durationS: null,
    overrideHosts: null,
    overrideParameters: `-Dport=${port}`,
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

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
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { noSettings } from '../../domain/run-settings.ts';
import type { ToolName } from '../../domain/tool.ts';
import { exists } from '../../lib/exists.ts';
import { withLock } from '../../lib/file-lock.ts';
import { newId } from '../../lib/id.ts';
import { awaitReady } from '../await-ready.ts';
import { heldFiles } from '../held-files.ts';
import { readTail, replaceFile, writeReadable } from '../safe-file.ts';
import { prepareToolFolders, toolFolders } from '../sandbox/layout.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ToolContext, ToolExecution } from '../tool.ts';
import type { ToolchainProject } from '../toolchain.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import type { Java } from './java.ts';

export interface JvmParts {
  sandbox: Sandbox;
  java: Java;
  /** The toolchain on this machine. */
  toolchain: string;
}

/** How to create the CDS archives of one tool. */
export interface ArchiveRecipe {
  tool: ToolName;
  /** Name for messages. */
  title: string;
  project: ToolchainProject;
  /** A small plan that makes the tool load its classes; it sends requests to the given port. */
  warmUpPath: string;
  parametersFor(port: number): string;
  memoryBytes: number;
  timeoutMs: number;
  jvms: readonly ArchivedJvm[];
  /** Starts the tool so that each of its JVMs writes its class list to the tool's folder. */
  startListing(execution: ToolExecution, parts: JvmParts): Promise<void>;
}

export interface ArchivedJvm {
  listName: string;
  archiveName: string;
  /** Options of a JVM that creates the archive from the list, for the same class path. */
  dumpArguments(list: string, archive: string, classPath: readonly string[]): string[];
  classPath(home: string, seenAt: string): Promise<string[]>;
}

/** Exists after a failure, which is not retried for a while. */
const failedName = 'failed';
const retryAfterMs = 3_600_000;

/**
 * CDS archives of the classes of a tool's JVMs, mapped instead of loading and verifying jars, which halves the start time.
 * They match one build of Java and one path of the toolchain only.
 */
export async function classArchives(
  recipe: ArchiveRecipe,
  parts: JvmParts,
): Promise<{ folder: string; areReady: boolean }> {
  const { toolchain: seen } = parts.sandbox.paths({ files: '/', results: '/', tool: '/' }, parts.toolchain);
  const key = createHash('sha256').update([parts.java.version, parts.java.home, seen].join('\0'));
  // Beside the toolchain, because its folder is complete and never changes.
  const folder = `${parts.toolchain}-classes-${key.digest('hex').slice(0, 12)}`;
  const found = await Promise.all(recipe.jvms.map(({ archiveName }) => exists(join(folder, archiveName))));
  return { folder, areReady: found.every(Boolean) };
}

/** Creates the archives by running the warm-up, once. A failure is only logged, because it costs only start time. */
export async function ensureClassArchives(
  recipe: ArchiveRecipe,
  parts: JvmParts,
  context: ToolContext,
  onProgress: (text: string) => void,
): Promise<void> {
  const { folder } = await classArchives(recipe, parts);
  const isSettled = async () =>
    (await classArchives(recipe, parts)).areReady || (await hasJustFailed(join(folder, failedName)));
  if ((await isSettled()) || !(await isWritable(context.cacheDir))) {
    return;
  }
  await withLock(`${parts.toolchain}.lock`, context.signal, async () => {
    if (await isSettled()) {
      return;
    }
    onProgress(`${recipe.project.title} ${recipe.project.version}: preparing a faster start`);
    const workspace = await mkdtemp(join(tmpdir(), `spate-${recipe.tool}-classes-`));
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    try {
      for (const made of await makeArchives(recipe, parts, context, workspace)) {
        await keep(made, join(folder, basename(made)));
      }
    } catch (error) {
      context.signal.throwIfAborted();
      context.log.warn({ err: error, tool: recipe.tool }, 'class-archives.failed');
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

/** Other users can read a cache filled by root, but not write to it. */
async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** The tool runs and lists its classes, then a JVM archives each list, all in the environment of an execution. */
async function makeArchives(
  recipe: ArchiveRecipe,
  parts: JvmParts,
  context: ToolContext,
  workspace: string,
): Promise<string[]> {
  const folders = {
    files: join(workspace, 'files'),
    results: join(workspace, 'results'),
    tool: join(workspace, 'tool'),
  };
  const { sandbox, toolchain, java } = parts;
  const seen = sandbox.paths(folders, toolchain);
  await runWarmUp(recipe, parts, context, folders);
  const lists = await Promise.all(
    recipe.jvms.map(({ listName }) => readFile(join(toolFolders(folders).inside, listName), 'utf8')),
  );
  const made: string[] = [];
  for (const [index, jvm] of recipe.jvms.entries()) {
    await prepareToolFolders(folders);
    await writeReadable(join(toolFolders(folders).launch, jvm.listName), withoutLambdas(lists[index] ?? ''));
    const jars = await jvm.classPath(toolchain, seen.toolchain);
    const outputPath = join(folders.results, `${jvm.archiveName}.log`);
    await sandbox.start({
      executionId: newId(),
      folders,
      toolchain,
      readOnly: [java.home],
      argv: [
        join(sandbox.seenAt(java.home), 'bin/java'),
        ...jvm.dumpArguments(join(seen.launch, jvm.listName), join(seen.tool, jvm.archiveName), jars),
      ],
      env: new Map(),
      hosts: [],
      memoryBytes: recipe.memoryBytes * 2,
      maxProcesses: 1024,
      outputPath,
    });
    await awaitEnd(sandbox, folders, context.signal, recipe.timeoutMs);
    if ((await sandbox.exitCode(folders)) !== 0) {
      throw new Error(`java failed: ${(await readTail(outputPath, 2000)).trim()}`);
    }
    const path = join(workspace, jvm.archiveName);
    await rename(join(toolFolders(folders).inside, jvm.archiveName), path);
    made.push(path);
  }
  return made;
}

/** Java 17 crashes while archiving the lambdas of classes that cannot be archived themselves, such as Groovy's. */
function withoutLambdas(list: string): string {
  return list
    .split('\n')
    .filter((line) => !line.startsWith('@lambda-proxy'))
    .join('\n');
}

async function runWarmUp(
  recipe: ArchiveRecipe,
  parts: JvmParts,
  context: ToolContext,
  folders: WorkspaceFolders,
): Promise<void> {
  const { title, timeoutMs, warmUpPath } = recipe;
  await mkdir(folders.files, { recursive: true });
  await copyFile(warmUpPath, join(folders.files, basename(warmUpPath)));
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"greeting":"hello"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const spec = trainingSpec(recipe, (server.address() as AddressInfo).port);
    const execution: ToolExecution = { ...context, folders, memoryBytes: recipe.memoryBytes, spec };
    await recipe.startListing(execution, parts);
    if (!(await awaitReady(execution, parts.sandbox, { title, readyTimeoutMs: timeoutMs }))) {
      throw new Error(`${title} did not run the warm-up: ${await readTail(heldFiles(folders).output, 2000)}`);
    }
    await replaceFile(heldFiles(folders).control, `start ${Date.now()}`);
    await awaitEnd(parts.sandbox, folders, context.signal, timeoutMs);
  } finally {
    await parts.sandbox.kill(folders);
    server.closeAllConnections();
    server.close();
  }
}

/** Ends all processes in any case. */
async function awaitEnd(
  sandbox: Sandbox,
  folders: WorkspaceFolders,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  try {
    while ((await sandbox.isRunning(folders)) && performance.now() < endMs) {
      signal.throwIfAborted();
      await delay(20);
    }
  } finally {
    await sandbox.kill(folders);
    await sandbox.cleanUp(folders);
  }
}

function trainingSpec(recipe: ArchiveRecipe, port: number): ExecutionSpec {
  return {
    executionId: newId(),
    runId: newId(),
    gridId: newId(),
    tool: recipe.tool,
    ...noSettings,
    overrideParameters: recipe.parametersFor(port),
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

import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolAvailability } from '../../domain/tool.ts';
import { heldFiles } from '../held-files.ts';
import { createHeldTool } from '../held-tool.ts';
import { classArchives, ensureClassArchives } from '../jvm/class-archives.ts';
import { JavaFinder } from '../jvm/java.ts';
import { missingForJava } from '../jvm/missing.ts';
import { countSampleLog, readSampleLog } from '../sample-log.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ArchiveFile, Tool, ToolContext, ToolExecution } from '../tool.ts';
import { ensureToolchain } from '../toolchain.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { gatlingArchives } from './archive-recipe.ts';
import { fileNames, gatlingFiles } from './folders.ts';
import { startGatling } from './launch.ts';
import { explainEnd } from './outcome.ts';
import { gatlingProject, gatlingVersion, oldestJava } from './project.ts';

/** Gatling behind the common interface. */
export function createGatling(java = new JavaFinder()): Tool {
  return createHeldTool({
    name: 'gatling',
    title: 'Gatling',
    readyTimeoutMs: 300_000,
    probe: (context) => probe(java, context),
    provision: (context, onProgress) => provision(java, context, onProgress),
    start: (execution, sandbox) => start(java, execution, sandbox),
    read: (folders, offset) => readSampleLog(gatlingFiles(folders).samples, offset),
    count: (folders) => countSampleLog(gatlingFiles(folders).samples),
    logPath: (folders) => heldFiles(folders).output,
    errorSamplesPath: (folders) => gatlingFiles(folders).errorSamples,
    explainEnd,
    warnings: (_end, folders) => readWarnings(folders),
    archiveFiles,
  });
}

async function probe(java: JavaFinder, context: ToolContext): Promise<ToolAvailability> {
  const missing = await missingForJava(gatlingProject, await java.find(), oldestJava, context.cacheDir, true);
  return { tool: 'gatling', isAvailable: missing.length === 0, version: gatlingVersion, missing };
}

async function provision(
  finder: JavaFinder,
  context: ToolContext & { sandbox: Sandbox },
  onProgress: (text: string) => void,
): Promise<void> {
  const toolchain = await ensureToolchain(gatlingProject, context, onProgress);
  const java = await finder.require('Gatling', oldestJava);
  await ensureClassArchives(
    gatlingArchives,
    { sandbox: context.sandbox, java, toolchain },
    context,
    onProgress,
  );
}

async function start(finder: JavaFinder, execution: ToolExecution, sandbox: Sandbox): Promise<void> {
  const toolchain = await ensureToolchain(gatlingProject, execution, (progress) =>
    execution.log.info({ progress }, 'toolchain.progress'),
  );
  const parts = { sandbox, java: await finder.require('Gatling', oldestJava), toolchain };
  const { folder, areReady } = await classArchives(gatlingArchives, parts);
  await startGatling(execution, {
    ...parts,
    ...(areReady ? { classes: { kind: 'archive' as const, folder } } : {}),
  });
}

/** Warnings of the launch about the uploaded files; written by the launch only. */
async function readWarnings(folders: WorkspaceFolders): Promise<string[]> {
  const text = await readFile(gatlingFiles(folders).warnings, 'utf8').catch(() => '[]');
  return JSON.parse(text) as string[];
}

/** Gatling's log, and the sample log of the service, which also has response codes. */
async function archiveFiles(folders: WorkspaceFolders): Promise<ArchiveFile[]> {
  const files = gatlingFiles(folders);
  const runs = await readdir(files.results).catch(() => []);
  const candidates = [
    ...runs.map((run) => ({
      name: fileNames.simulationLog,
      path: join(files.results, run, fileNames.simulationLog),
    })),
    { name: fileNames.samples, path: files.samples },
  ];
  const found: ArchiveFile[] = [];
  for (const candidate of candidates) {
    const entry = await lstat(candidate.path).catch(() => undefined);
    if (entry?.isFile() && entry.size > 0) {
      found.push(candidate);
    }
  }
  return found;
}

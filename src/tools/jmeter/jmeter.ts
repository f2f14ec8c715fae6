import { lstat, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { ToolAvailability } from '../../domain/tool.ts';
import { createHeldTool } from '../held-tool.ts';
import { classArchives, ensureClassArchives } from '../jvm/class-archives.ts';
import { JavaFinder } from '../jvm/java.ts';
import { missingForJava } from '../jvm/missing.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ArchiveFile, Tool, ToolContext, ToolExecution } from '../tool.ts';
import { ensureToolchain } from '../toolchain.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { archiveName, jmeterArchive } from './archive-recipe.ts';
import { fileNames, jmeterFiles } from './folders.ts';
import { startJmeter } from './launch.ts';
import { explainEnd } from './outcome.ts';
import { jmeterProject, jmeterVersion } from './project.ts';
import { countRecords, readSamples } from './result-file.ts';

const oldestJava = 11;

/** Apache JMeter behind the common interface. */
export function createJmeter(): Tool {
  const java = new JavaFinder();
  return createHeldTool({
    name: 'jmeter',
    title: 'JMeter',
    readyTimeoutMs: 180_000,
    probe: (context) => probe(java, context),
    provision: (context, onProgress) => provision(java, context, onProgress),
    start: (execution, sandbox) => start(java, execution, sandbox),
    read: (folders, offset) => readSamples(jmeterFiles(folders).results, offset),
    count: (folders) => countRecords(jmeterFiles(folders).results),
    logPath: (folders) => jmeterFiles(folders).log,
    explainEnd,
    tidy: restorePlan,
    archiveFiles,
  });
}

async function probe(java: JavaFinder, context: ToolContext): Promise<ToolAvailability> {
  const missing = await missingForJava(jmeterProject, await java.find(), oldestJava, context.cacheDir);
  return { tool: 'jmeter', isAvailable: missing.length === 0, version: jmeterVersion, missing };
}

async function provision(
  finder: JavaFinder,
  context: ToolContext & { sandbox: Sandbox },
  onProgress: (text: string) => void,
): Promise<void> {
  const toolchain = await ensureToolchain(jmeterProject, context, onProgress);
  const java = await finder.require('JMeter', oldestJava);
  await ensureClassArchives(
    jmeterArchive,
    { sandbox: context.sandbox, java, toolchain },
    context,
    onProgress,
  );
}

async function start(finder: JavaFinder, execution: ToolExecution, sandbox: Sandbox): Promise<void> {
  const toolchain = await ensureToolchain(jmeterProject, execution, (text) => execution.log.info(text));
  const parts = { sandbox, java: await finder.require('JMeter', oldestJava), toolchain };
  const { folder, areThere } = await classArchives(jmeterArchive, parts);
  await startJmeter(execution, {
    ...parts,
    ...(areThere ? { classes: { kind: 'archive' as const, path: join(folder, archiveName) } } : {}),
  });
}

async function archiveFiles(folders: WorkspaceFolders): Promise<ArchiveFile[]> {
  const { results } = jmeterFiles(folders);
  const found = await lstat(results).catch(() => undefined);
  return found?.isFile() ? [{ name: fileNames.results, path: results }] : [];
}

/** Puts the uploaded plan back in place of the copy JMeter was given, unless a script put a link in the way. */
async function restorePlan(execution: ToolExecution): Promise<void> {
  const files = jmeterFiles(execution.folders);
  const name = await readFile(files.uploadedPlanName, 'utf8').catch(() => undefined);
  if (name === undefined) {
    return;
  }
  const target = join(execution.folders.files, name);
  const root = await realpath(execution.folders.files);
  const folder = await realpath(dirname(target)).catch(() => '');
  if (folder === root || folder.startsWith(root + sep)) {
    await rm(target, { recursive: true, force: true });
    await writeFile(target, await readFile(files.uploadedPlan), { flag: 'wx' });
  }
  await rm(files.uploadedPlanName);
}

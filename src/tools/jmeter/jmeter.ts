import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanEngine } from '../../domain/engine.ts';
import type { ToolAvailability } from '../../domain/tool.ts';
import { exists } from '../../lib/exists.ts';
import { countBlockLog, readBlockLog } from '../block-log.ts';
import { createHeldTool, type ToolEnd } from '../held-tool.ts';
import { classArchives, ensureClassArchives } from '../jvm/class-archives.ts';
import { JavaFinder } from '../jvm/java.ts';
import { missingForJava } from '../jvm/missing.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ArchiveFile, Tool, ToolContext, ToolExecution } from '../tool.ts';
import { ensureToolchain } from '../toolchain.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { archiveName, jmeterArchive } from './archive-recipe.ts';
import { startEngine } from './engine-launch.ts';
import { engineWarnings, explainEngineEnd } from './engine-outcome.ts';
import { fileNames, jmeterFiles } from './folders.ts';
import { type LaunchParts, startJmeter } from './launch.ts';
import { notedEmptyGroups } from './note-empty-groups.ts';
import { explainEnd, jmeterWarnings } from './outcome.ts';
import { restorePlan } from './point-plan.ts';
import { jmeterProject, jmeterVersion } from './project.ts';
import { countRecords, readSamples } from './result-file.ts';

const oldestJava = 11;

/** Both engines for JMeter plans, ours and Apache JMeter, as one tool. */
export function createJmeter(java = new JavaFinder()): Tool {
  return createHeldTool({
    name: 'jmeter',
    title: 'JMeter',
    readyTimeoutMs: 180_000,
    probe: (context) => probe(java, context),
    provision: (context, onProgress) => provision(java, context, onProgress),
    start: (execution, sandbox) =>
      execution.spec.engine === 'spate'
        ? startEngine(execution, sandbox, () => jvmParts(java, execution, sandbox))
        : start(java, execution, sandbox),
    read: async (folders, offset) =>
      (await isOurs(folders))
        ? readBlockLog(jmeterFiles(folders).samples, offset)
        : readSamples(jmeterFiles(folders).results, offset),
    count: async (folders) =>
      (await isOurs(folders))
        ? countBlockLog(jmeterFiles(folders).samples)
        : countRecords(jmeterFiles(folders).results),
    logPath: (folders) => jmeterFiles(folders).log,
    errorSamplesPath: (folders) => jmeterFiles(folders).errorSamples,
    explainEnd: (end, folders) => explain(end, folders),
    needsClockOffset: isOurs,
    warnings: async (end, folders) => ((await isOurs(folders)) ? engineWarnings(end) : jmeterWarnings(end)),
    tidy: restorePlan,
    archiveFiles,
  });
}

/** Whether our engine was started in this workspace. */
const isOurs = (folders: WorkspaceFolders) => exists(jmeterFiles(folders).engineOptions);

async function explain(end: ToolEnd, folders: WorkspaceFolders): Promise<string[]> {
  const empty = await notedEmptyGroups(folders);
  return (await isOurs(folders)) ? explainEngineEnd(end, empty) : explainEnd(end, empty);
}

async function probe(java: JavaFinder, context: ToolContext): Promise<ToolAvailability> {
  const missing = await missingForJava(jmeterProject, await java.find(), oldestJava, context.cacheDir);
  // Our engine is part of Spate and has no system requirements.
  const engines: PlanEngine[] = missing.length === 0 ? ['spate', 'apache'] : ['spate'];
  return { tool: 'jmeter', isAvailable: true, version: jmeterVersion, missing, engines };
}

async function provision(
  finder: JavaFinder,
  context: ToolContext & { sandbox: Sandbox },
  onProgress: (text: string) => void,
): Promise<void> {
  if (context.spec?.engine === 'spate') {
    return;
  }
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
  await startJmeter(execution, await jvmParts(finder, execution, sandbox));
}

async function jvmParts(
  finder: JavaFinder,
  execution: ToolExecution,
  sandbox: Sandbox,
): Promise<LaunchParts> {
  const toolchain = await ensureToolchain(jmeterProject, execution, (progress) =>
    execution.log.info({ progress }, 'toolchain.progress'),
  );
  const parts = { sandbox, java: await finder.require('JMeter', oldestJava), toolchain };
  const { folder, areReady } = await classArchives(jmeterArchive, parts);
  return {
    ...parts,
    ...(areReady ? { classes: { kind: 'archive' as const, path: join(folder, archiveName) } } : {}),
  };
}

async function archiveFiles(folders: WorkspaceFolders): Promise<ArchiveFile[]> {
  const { results } = jmeterFiles(folders);
  const found = await lstat(results).catch(() => undefined);
  return found?.isFile() ? [{ name: fileNames.results, path: results }] : [];
}

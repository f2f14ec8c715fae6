import { lstat } from 'node:fs/promises';
import type { ToolAvailability } from '../../domain/tool.ts';
import { browserFileNames } from '../../tool-process/browser-file-names.ts';
import { createHeldTool } from '../held-tool.ts';
import { countSampleLog, readSampleLog } from '../sample-log.ts';
import type { ArchiveFile, Tool } from '../tool.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { ChromiumFinder, chromiumMissing } from './chromium.ts';
import { serviceChromeFiles } from './folders.ts';
import { type LaunchOptions, startServiceChrome } from './launch.ts';
import { explainEnd } from './outcome.ts';

/** Browser scripts in the Chromium of the system. */
export function createServiceChrome(options: LaunchOptions = {}): Tool {
  const chromium = new ChromiumFinder();
  return createHeldTool({
    name: 'service-chrome',
    title: 'The browser script',
    readyTimeoutMs: 180_000,
    probe: () => probe(chromium),
    // Nothing to download: the browser is that of the system, the rest is part of Spate.
    provision: async () => {},
    start: async (execution, sandbox) =>
      startServiceChrome(execution, sandbox, await chromium.require(), options),
    read: (folders, offset) => readSampleLog(serviceChromeFiles(folders).samples, offset),
    count: (folders) => countSampleLog(serviceChromeFiles(folders).samples),
    logPath: (folders) => serviceChromeFiles(folders).log,
    errorSamplesPath: (folders) => serviceChromeFiles(folders).errorSamples,
    explainEnd,
    archiveFiles,
  });
}

async function probe(finder: ChromiumFinder): Promise<ToolAvailability> {
  const chromium = await finder.find();
  return {
    tool: 'service-chrome',
    isAvailable: chromium !== undefined,
    version: chromium?.version ?? null,
    missing: chromium ? [] : [chromiumMissing],
  };
}

async function archiveFiles(folders: WorkspaceFolders): Promise<ArchiveFile[]> {
  const { samples } = serviceChromeFiles(folders);
  const found = await lstat(samples).catch(() => undefined);
  return found?.isFile() ? [{ name: browserFileNames.samples, path: samples }] : [];
}

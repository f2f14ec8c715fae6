import { lstat, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import type { ToolAvailability } from '../../domain/tool.ts';
import { exists } from '../../lib/exists.ts';
import { findProgram } from '../find-program.ts';
import { createHeldTool } from '../held-tool.ts';
import { type Java, JavaFinder } from '../jvm/java.ts';
import { missingForJava } from '../jvm/missing.ts';
import { countSampleLog, readSampleLog } from '../sample-log.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ArchiveFile, Tool, ToolContext, ToolExecution } from '../tool.ts';
import { ensureToolchain } from '../toolchain.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { browserTitles, missingForBrowser } from './browsers.ts';
import { plainTemporaryFolder, seleniumFiles } from './folders.ts';
import { ensureGeckodriver } from './geckodriver.ts';
import { startSelenium } from './launch.ts';
import { explainEnd } from './outcome.ts';
import { seleniumProject, seleniumVersion } from './project.ts';
import { type BrowserName, fileNames } from './settings.ts';

const oldestJava = 11;

/** Java Selenium scripts on Chrome or Firefox, behind the common interface. */
export function createJavaSelenium(browser: BrowserName, java = new JavaFinder()): Tool {
  return createHeldTool({
    name: `java-selenium-${browser}`,
    title: `Selenium on ${browserTitles[browser]}`,
    readyTimeoutMs: 180_000,
    probe: (context) => probe(browser, java, context),
    provision: (context, onProgress) => provision(browser, context, onProgress),
    start: (execution, sandbox) => start(browser, java, execution, sandbox),
    read: (folders, offset) => readSampleLog(seleniumFiles(folders).samples, offset),
    count: (folders) => countSampleLog(seleniumFiles(folders).samples),
    logPath: (folders) => seleniumFiles(folders).log,
    errorSamplesPath: (folders) => seleniumFiles(folders).errorSamples,
    explainEnd,
    tidy: ({ spec }) => rm(plainTemporaryFolder(spec), { recursive: true, force: true }),
    archiveFiles,
  });
}

async function probe(
  browser: BrowserName,
  java: JavaFinder,
  context: ToolContext,
): Promise<ToolAvailability> {
  const missing = [
    ...(await missingForJava(seleniumProject, await java.find(), oldestJava, context.cacheDir, true)),
    ...(await missingForBrowser(browser, context.cacheDir)),
  ];
  return {
    tool: `java-selenium-${browser}`,
    isAvailable: missing.length === 0,
    version: seleniumVersion,
    missing,
  };
}

async function provision(
  browser: BrowserName,
  context: ToolContext,
  onProgress: (text: string) => void,
): Promise<void> {
  await ensureToolchain(seleniumProject, context, onProgress);
  if (browser === 'firefox') {
    await ensureGeckodriver(context, onProgress);
  }
}

async function start(
  browser: BrowserName,
  finder: JavaFinder,
  execution: ToolExecution,
  sandbox: Sandbox,
): Promise<void> {
  await provision(browser, execution, (progress) => execution.log.info({ progress }, 'toolchain.progress'));
  const toolchain = await ensureToolchain(seleniumProject, execution, (progress) =>
    execution.log.info({ progress }, 'toolchain.progress'),
  );
  const java = await finder.require('Selenium', oldestJava);
  await startSelenium(execution, { sandbox, browser, java, javac: await findCompiler(java), toolchain });
}

/** javac of the same Java, if it has one. */
async function findCompiler(java: Java): Promise<string> {
  const own = join(java.home, 'bin/javac');
  const found = (await exists(own)) ? own : await findProgram('javac');
  if (found === undefined) {
    throw new AppError(
      'tool_unavailable',
      'javac, which compiles scripts, is not installed on this node (on Debian: apt-get install openjdk-17-jdk-headless).',
    );
  }
  return realpath(found);
}

async function archiveFiles(folders: WorkspaceFolders): Promise<ArchiveFile[]> {
  const { samples } = seleniumFiles(folders);
  const found = await lstat(samples).catch(() => undefined);
  return found?.isFile() && found.size > 0 ? [{ name: fileNames.samples, path: samples }] : [];
}

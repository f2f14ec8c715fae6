import { lstat, readFile, realpath, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import type { ToolAvailability } from '../../domain/tool.ts';
import { findProgram } from '../find-program.ts';
import { readTail, replaceFile } from '../safe-file.ts';
import { detectSandbox } from '../sandbox/detect.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Tool, ToolConclusion, ToolContext, ToolExecution } from '../tool.ts';
import { ensureToolchain, isFilled, toolchainPath } from '../toolchain.ts';
import { classArchiveFor, ensureClassArchive } from './class-archive.ts';
import { fileNames, jmeterFiles } from './folders.ts';
import { findJava, type Java } from './java.ts';
import { awaitReady, exists, startJmeter } from './launch.ts';
import { explainEnd, signalOf } from './outcome.ts';
import { jmeterProject, jmeterVersion } from './project.ts';
import { countRecords, readSamples } from './result-file.ts';

const oldestJava = 11;
const readyTimeoutMs = 180_000;
const logTailBytes = 256 * 1024;

/** Apache JMeter behind the common interface. */
export function createJmeter(): Tool {
  return new JMeter();
}

class JMeter implements Tool {
  readonly name = 'jmeter';
  #sandbox: Promise<Sandbox> | undefined;
  #java: Promise<Java | undefined> | undefined;

  async probe(context: ToolContext): Promise<ToolAvailability> {
    const java = await this.#findJava();
    const missing: string[] = [];
    if (!java || java.feature < oldestJava) {
      missing.push(
        `Java ${oldestJava} or newer is not installed (on Debian: apt-get install openjdk-17-jdk-headless).`,
      );
    }
    if (!(await isFilled(await toolchainPath(jmeterProject, context.cacheDir)))) {
      for (const [program, packageName] of [
        ['mvn', 'maven'],
        ['javac', 'openjdk-17-jdk-headless'],
      ] as const) {
        if (
          !(await findProgram(program)) &&
          !(program === 'javac' && java && (await exists(join(java.home, 'bin/javac'))))
        ) {
          missing.push(
            `${program} is not installed; it is needed once, to fetch JMeter (on Debian: apt-get install ${packageName}).`,
          );
        }
      }
    }
    return { tool: this.name, isAvailable: missing.length === 0, version: jmeterVersion, missing };
  }

  async provision(context: ToolContext, onProgress: (text: string) => void): Promise<void> {
    const toolchain = await ensureToolchain(jmeterProject, context, onProgress);
    const parts = { sandbox: await this.#findSandbox(context), java: await this.#requireJava(), toolchain };
    await ensureClassArchive(parts, context, onProgress);
  }

  async launch(execution: ToolExecution): Promise<void> {
    const sandbox = await this.#findSandbox(execution);
    if (!(await sandbox.isRunning(execution.folders))) {
      await this.#start(execution, sandbox);
    }
    let isReady = false;
    try {
      isReady = await awaitReady(execution, sandbox, readyTimeoutMs);
    } catch (error) {
      await sandbox.kill(execution.folders);
      await sandbox.cleanUp(execution.folders);
      throw error;
    }
    if (!isReady) {
      const { errors } = await this.conclude(execution);
      throw new AppError('plan_broken', errors.join(' ') || 'JMeter ended before it was ready to start.');
    }
  }

  async #start(execution: ToolExecution, sandbox: Sandbox): Promise<void> {
    if (await this.#order(execution, 'start')) {
      throw new AppError(
        'conflict',
        `The execution ${execution.spec.executionId} has run already; it is not started twice.`,
      );
    }
    const toolchain = await ensureToolchain(jmeterProject, execution, (text) => execution.log.info(text));
    const parts = { sandbox, java: await this.#requireJava(), toolchain };
    const archive = await classArchiveFor(parts);
    await startJmeter(execution, {
      ...parts,
      ...(archive.isThere ? { classes: { kind: 'archive' as const, path: archive.path } } : {}),
    });
  }

  async release(execution: ToolExecution, atMs: number): Promise<void> {
    const { control } = jmeterFiles(execution.folders);
    if (!(await exists(control))) {
      await replaceFile(control, `start ${Math.round(atMs)}`);
    }
  }

  read(execution: ToolExecution, offset: string | undefined) {
    return readSamples(jmeterFiles(execution.folders).results, offset);
  }

  async isRunning(execution: ToolExecution): Promise<boolean> {
    return (await this.#findSandbox(execution)).isRunning(execution.folders);
  }

  async stop(execution: ToolExecution, how: 'graceful' | 'force'): Promise<void> {
    const sandbox = await this.#findSandbox(execution);
    const files = jmeterFiles(execution.folders);
    if (!(await sandbox.isRunning(execution.folders))) {
      return;
    }
    if (how === 'graceful') {
      if (!(await this.#order(execution, 'stop'))) {
        // Half of the time for samples to end by themselves, the rest for interrupted threads and tear-down groups.
        await replaceFile(files.control, `stop ${Math.round(execution.spec.stopGraceS * 500)}`);
      }
      return;
    }
    await writeFile(files.killed, '');
    await sandbox.kill(execution.folders);
  }

  async conclude(execution: ToolExecution): Promise<ToolConclusion> {
    const sandbox = await this.#findSandbox(execution);
    const files = jmeterFiles(execution.folders);
    await sandbox.kill(execution.folders);
    const code = await sandbox.exitCode(execution.folders);
    const wasOutOfMemory = await sandbox.wasOutOfMemory(execution.folders);
    await sandbox.cleanUp(execution.folders);
    await restorePlan(execution);
    const { records, unreadable } = await countRecords(files.results);
    const disk = await statfs(execution.folders.tool);
    const errors = explainEnd({
      code,
      log: await readTail(files.log, logTailBytes),
      output: await readTail(files.output, logTailBytes),
      samples: records,
      unreadable,
      memoryBytes: execution.memoryBytes,
      freeDiskBytes: disk.bavail * disk.bsize,
      wasStopped: await this.#order(execution, 'stop'),
      wasKilled: await exists(files.killed),
      wasOutOfMemory,
    });
    return {
      exitCode: code === undefined || code > 128 ? null : code,
      signal: code !== undefined && code > 128 ? signalOf(code) : null,
      errors,
      samplesProduced: records,
    };
  }

  async logTail(execution: ToolExecution, lines: number): Promise<string[]> {
    const text = await readTail(jmeterFiles(execution.folders).log, Math.min(logTailBytes, lines * 2048));
    return text
      .split('\n')
      .filter((line) => line !== '')
      .slice(-lines);
  }

  async archiveFiles(execution: ToolExecution) {
    const { results } = jmeterFiles(execution.folders);
    const found = await lstat(results).catch(() => undefined);
    return found?.isFile() ? [{ name: fileNames.results, path: results }] : [];
  }

  /** Whether the last order to JMeter was this one. */
  async #order(execution: ToolExecution, word: 'start' | 'stop'): Promise<boolean> {
    const text = await readFile(jmeterFiles(execution.folders).control, 'utf8').catch(() => '');
    return text.startsWith(`${word} `);
  }

  #findSandbox(context: ToolContext): Promise<Sandbox> {
    if (context.sandbox) {
      return Promise.resolve(context.sandbox);
    }
    this.#sandbox ??= detectSandbox();
    return this.#sandbox;
  }

  #findJava(): Promise<Java | undefined> {
    this.#java ??= findJava();
    return this.#java;
  }

  async #requireJava(): Promise<Java> {
    const java = await this.#findJava();
    if (!java || java.feature < oldestJava) {
      // Looked for again next time: somebody may install it meanwhile.
      this.#java = undefined;
      throw new AppError(
        'tool_unavailable',
        `JMeter needs Java ${oldestJava} or newer, which is not installed on this node (on Debian: apt-get install openjdk-17-jdk-headless).`,
      );
    }
    return java;
  }
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

import { statfs, writeFile } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';
import type { LiveControl } from '../domain/live-control.ts';
import { maskerOf } from '../domain/secret.ts';
import type { ToolAvailability, ToolName } from '../domain/tool.ts';
import { exists } from '../lib/exists.ts';
import { maskText } from '../lib/masker.ts';
import { type Control, readControl, startCommand, stopCommand } from '../tool-process/control-file.ts';
import { liveControlText } from '../tool-process/live-control-file.ts';
import { awaitReady } from './await-ready.ts';
import { heldFiles } from './held-files.ts';
import { readTail, replaceFile } from './safe-file.ts';
import { detectSandbox } from './sandbox/detect.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { signalOf } from './signals.ts';
import type { ArchiveFile, ReadResult, Tool, ToolConclusion, ToolContext, ToolExecution } from './tool.ts';
import type { WorkspaceFolders } from './workspace.ts';

const logTailBytes = 256 * 1024;

/** The specific part of a tool. Every tool runs one process tree in a sandbox, held and stopped through files. */
export interface HeldToolParts {
  name: ToolName;
  /** Name for messages. */
  title: string;
  /** Time from the start to the barrier, including compilation. */
  readyTimeoutMs: number;
  probe(context: ToolContext): Promise<ToolAvailability>;
  provision(context: ToolContext & { sandbox: Sandbox }, onProgress: (text: string) => void): Promise<void>;
  /** Starts the tool in the sandbox; the tool creates the ready file and then waits for the control file. */
  start(execution: ToolExecution, sandbox: Sandbox): Promise<void>;
  read(folders: WorkspaceFolders, offset: string | undefined): Promise<ReadResult>;
  /** Counts written records, independently of `read`, and invalid lines. */
  count(folders: WorkspaceFolders): Promise<RecordCount>;
  /** The log that is shown to users. */
  logPath(folders: WorkspaceFolders): string;
  errorSamplesPath?(folders: WorkspaceFolders): string;
  /** Error messages; empty on success. */
  explainEnd(end: ToolEnd, folders: WorkspaceFolders): string[] | Promise<string[]>;
  /** Whether the tool needs the clock offset of the service, because it aggregates samples by second. */
  needsClockOffset?(folders: WorkspaceFolders): Promise<boolean>;
  /** Warnings about the figures. */
  warnings?(end: ToolEnd, folders: WorkspaceFolders): Promise<string[]>;
  /** Undoes what `start` changed in the workspace. */
  tidy?(execution: ToolExecution): Promise<void>;
  archiveFiles(folders: WorkspaceFolders): Promise<ArchiveFile[]>;
}

export interface RecordCount {
  records: number;
  unreadable: number;
  /** The tool's own count of samples, before writing; null when it ended without reporting it, absent when it never does. */
  counted?: number | null;
}

export interface ToolEnd {
  /** Exit code as in a shell; undefined when it could not be recorded. */
  code: number | undefined;
  /** The last part of the log and of standard output. */
  log: string;
  output: string;
  samples: number;
  unreadable: number;
  memoryBytes: number;
  freeDiskBytes: number;
  /** False when it ended before reaching the barrier. */
  wasReady: boolean;
  wasStopped: boolean;
  wasKilled: boolean;
  wasOutOfMemory: boolean;
}

/** A tool that is held at a barrier before it starts: the common part of all tools. */
export function createHeldTool(parts: HeldToolParts): Tool {
  return new HeldTool(parts);
}

class HeldTool implements Tool {
  readonly name: ToolName;
  readonly #parts: HeldToolParts;
  #sandbox: Promise<Sandbox> | undefined;

  constructor(parts: HeldToolParts) {
    this.name = parts.name;
    this.#parts = parts;
  }

  async probe(context: ToolContext): Promise<ToolAvailability> {
    const found = await this.#parts.probe(context);
    const refusal = await (await this.#findSandbox(context)).refusal();
    if (refusal === undefined) return found;
    const { engines: _, ...rest } = found;
    return { ...rest, isAvailable: false, missing: [refusal, ...found.missing] };
  }

  async provision(context: ToolContext, onProgress: (text: string) => void): Promise<void> {
    const sandbox = await this.#findSandbox(context);
    await refuse(sandbox);
    await this.#parts.provision({ ...context, sandbox }, onProgress);
  }

  async launch(execution: ToolExecution): Promise<void> {
    const sandbox = await this.#findSandbox(execution);
    if (!(await sandbox.isRunning(execution.folders))) {
      await this.#start(execution, sandbox);
    }
    let isReady = false;
    try {
      isReady = await awaitReady(execution, sandbox, this.#parts);
    } catch (error) {
      await sandbox.kill(execution.folders);
      await sandbox.cleanUp(execution.folders);
      await this.#parts.tidy?.(execution);
      throw error;
    }
    if (!isReady) {
      const { errors } = await this.conclude(execution);
      const { title } = this.#parts;
      throw new AppError('plan_broken', errors.join(' ') || `${title} ended before it was ready to start.`);
    }
  }

  async #start(execution: ToolExecution, sandbox: Sandbox): Promise<void> {
    if (await hasOrder(execution, 'start')) {
      throw new AppError(
        'conflict',
        `The execution ${execution.spec.executionId} has already run and cannot be started again.`,
      );
    }
    await refuse(sandbox);
    // An agent that was killed while it started the tool leaves a process or control groups.
    await sandbox.kill(execution.folders);
    await sandbox.cleanUp(execution.folders);
    await this.#parts.start(execution, withFileLimit(sandbox, execution.diskBytes));
  }

  async release(execution: ToolExecution, atMs: number, clockOffsetMs = 0): Promise<void> {
    const { control } = heldFiles(execution.folders);
    if (!(await exists(control))) {
      const needsOffset = (await this.#parts.needsClockOffset?.(execution.folders)) ?? false;
      await replaceFile(control, startCommand(atMs, needsOffset ? clockOffsetMs : undefined));
    }
  }

  async control(execution: ToolExecution, control: LiveControl): Promise<void> {
    await replaceFile(heldFiles(execution.folders).liveControl, liveControlText(control));
  }

  read(execution: ToolExecution, offset: string | undefined): Promise<ReadResult> {
    return this.#parts.read(execution.folders, offset);
  }

  async isRunning(execution: ToolExecution): Promise<boolean> {
    return (await this.#findSandbox(execution)).isRunning(execution.folders);
  }

  async stop(execution: ToolExecution, how: 'graceful' | 'force'): Promise<void> {
    const sandbox = await this.#findSandbox(execution);
    const files = heldFiles(execution.folders);
    if (!(await sandbox.isRunning(execution.folders))) {
      return;
    }
    if (how === 'graceful') {
      if (!(await hasOrder(execution, 'stop'))) {
        // Half of the grace for samples to end, the rest for interruption and tear-down.
        await replaceFile(files.control, stopCommand(execution.spec.stopGraceS * 500));
      }
      return;
    }
    await writeFile(files.killed, '');
    await sandbox.kill(execution.folders);
  }

  async conclude(execution: ToolExecution): Promise<ToolConclusion> {
    const { folders } = execution;
    const sandbox = await this.#findSandbox(execution);
    const files = heldFiles(folders);
    await sandbox.kill(folders);
    const code = await sandbox.exitCode(folders);
    const wasOutOfMemory = await sandbox.wasOutOfMemory(folders);
    await sandbox.cleanUp(folders);
    await this.#parts.tidy?.(execution);
    const { records, unreadable, counted } = await this.#parts.count(folders);
    const disk = await statfs(folders.tool);
    const masker = maskerOf(execution.spec);
    // Masks before messages are built, because messages may truncate a value.
    const mask = (text: string) => maskText(masker, text);
    const end: ToolEnd = {
      code,
      log: mask(await readTail(this.#parts.logPath(folders), logTailBytes)),
      output: mask(await readTail(files.output, logTailBytes)),
      samples: records,
      unreadable,
      memoryBytes: execution.memoryBytes,
      freeDiskBytes: disk.bavail * disk.bsize,
      wasReady: await exists(files.ready),
      wasStopped: await hasOrder(execution, 'stop'),
      wasKilled: await exists(files.killed),
      wasOutOfMemory,
    };
    const errors = await this.#parts.explainEnd(end, folders);
    const warnings = (await this.#parts.warnings?.(end, folders)) ?? [];
    return {
      exitCode: code === undefined || code > 128 ? null : code,
      signal: code !== undefined && code > 128 ? signalOf(code) : null,
      errors,
      ...(warnings.length > 0 ? { warnings } : {}),
      samplesProduced: counted ?? records,
      ...(counted === null && end.wasReady ? { isOwnCountMissing: true } : {}),
    };
  }

  async logTail(execution: ToolExecution, lines: number): Promise<string[]> {
    const maxBytes = Math.min(logTailBytes, lines * 2048);
    const text = await readTail(this.#parts.logPath(execution.folders), maxBytes);
    // The first line of a truncated log is incomplete.
    const isCut = Buffer.byteLength(text) >= maxBytes;
    return text
      .split('\n')
      .slice(isCut ? 1 : 0)
      .filter((line) => line !== '')
      .slice(-lines);
  }

  errorSamplesPath(execution: ToolExecution): string | undefined {
    return this.#parts.errorSamplesPath?.(execution.folders);
  }

  archiveFiles(execution: ToolExecution): Promise<ArchiveFile[]> {
    return this.#parts.archiveFiles(execution.folders);
  }

  #findSandbox(context: ToolContext): Promise<Sandbox> {
    if (context.sandbox) {
      return Promise.resolve(context.sandbox);
    }
    this.#sandbox ??= detectSandbox();
    return this.#sandbox;
  }
}

/** Throws if user code must not run on this machine. */
async function refuse(sandbox: Sandbox): Promise<void> {
  const refusal = await sandbox.refusal();
  if (refusal !== undefined) throw new AppError('tool_unavailable', refusal);
}

/** Whether the last command to the tool was this one. */
async function hasOrder(execution: ToolExecution, kind: Control['kind']): Promise<boolean> {
  const control = await readControl(heldFiles(execution.folders).control);
  return control?.kind === kind;
}

/** Limits each file to the disk quota of the execution, because the quota itself is checked only periodically. */
function withFileLimit(sandbox: Sandbox, maxFileBytes: number | undefined): Sandbox {
  if (!maxFileBytes) return sandbox;
  return { ...sandbox, start: (command) => sandbox.start({ ...command, maxFileBytes }) };
}

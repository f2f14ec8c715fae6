import { type ArchiveLimits, defaultArchiveLimits } from '../../tools/archive-rules.ts';
import { splitDataFiles } from '../../tools/split-data-files.ts';
import { unpackUploads } from '../../tools/unpack.ts';
import { downloadFile } from './download.ts';
import { endTool } from './end-tool.ts';
import { errorMessages } from './error-messages.ts';
import type { ExecutionContext } from './execution-context.ts';
import { setLeasedFilesAside } from './row-feeds.ts';
import { resetFolders } from './workspace.ts';

/** Provisions the toolchain, downloads the files and launches the tool, held at its barrier. Restarted from scratch after a crash. */
export async function prepare(context: ExecutionContext): Promise<void> {
  const signal = AbortSignal.any([context.signal, context.desired.stopSignal]);
  try {
    await endTool(context);
    await resetFolders(context.workspace);
    signal.throwIfAborted();
    await provide(context, signal);
    context.reportProgress('Starting the tool');
    await context.tool.launch(context.toolExecution(signal));
    signal.throwIfAborted();
  } catch (error) {
    context.signal.throwIfAborted();
    await endTool(context);
    if (context.desired.isStopWanted) {
      await context.save({ endedEarly: 'stopped', step: 'conclude' });
      return;
    }
    const errors =
      context.diskProblem === undefined
        ? errorMessages(error, 'Preparing the node')
        : [`${context.diskProblem}.`];
    const { masker } = context;
    // A message about the plan may quote a secret.
    const reason = masker ? { errors: errors.map((text) => masker.text(text)) } : { err: error };
    context.log.warn(reason, 'execution.prepare.failed');
    await context.save((current) => ({
      endedEarly: 'failed',
      errors: [...current.errors, ...errors],
      step: 'conclude',
    }));
    return;
  }
  context.reportProgress(null);
  await context.save({ step: 'hold' });
}

/** Provisions the toolchain and downloads the files concurrently; the first failure aborts both. */
async function provide(context: ExecutionContext, stop: AbortSignal): Promise<void> {
  const problem = new AbortController();
  const signal = AbortSignal.any([stop, problem.signal]);
  const end = (error: unknown) => problem.abort(error);
  const progress = new Progress(context);
  await Promise.all([
    provision(context, signal, progress).catch(end),
    fetchFiles(context, signal, progress).catch(end),
  ]);
  signal.throwIfAborted();
}

/** Reports the toolchain until it is provisioned, then the current download. */
class Progress {
  readonly #context: ExecutionContext;
  #isToolReady = false;
  #file: string | undefined;

  constructor(context: ExecutionContext) {
    this.#context = context;
  }

  tool(text: string): void {
    this.#context.reportProgress(text);
  }

  toolReady(): void {
    this.#isToolReady = true;
    this.file(this.#file);
  }

  file(name: string | undefined): void {
    this.#file = name;
    if (this.#isToolReady && name !== undefined) this.#context.reportProgress(`Downloading ${name}`);
  }
}

async function provision(context: ExecutionContext, signal: AbortSignal, progress: Progress): Promise<void> {
  progress.tool('Preparing the tool');
  await context.tool.provision(context.toolExecution(signal), (text) => progress.tool(text));
  progress.toolReady();
}

async function fetchFiles(context: ExecutionContext, signal: AbortSignal, progress: Progress): Promise<void> {
  const { address, authorization, storage } = context.node;
  const { executionId, files, hasDirectStorage = false } = context.record.spec;
  const source = { address, authorization, executionId, hasDirectStorage, storage };
  for (const file of files) {
    progress.file(file.name);
    const folder = context.workspace.files;
    await downloadFile({ ...source, file, folder, log: context.log, signal });
  }
  progress.file(undefined);
  await unpackUploads(
    context.workspace.files,
    files.map((file) => file.name),
    limitsFor(context.node.diskBytesPerExecution),
  );
  await splitDataFiles(context.toolExecution(signal));
  await setLeasedFilesAside(context.toolExecution(signal), context.workspace);
}

function limitsFor(diskBytes: number): ArchiveLimits {
  const { maxTotalBytes } = defaultArchiveLimits;
  return {
    ...defaultArchiveLimits,
    maxTotalBytes: diskBytes > 0 ? Math.min(maxTotalBytes, diskBytes) : maxTotalBytes,
  };
}

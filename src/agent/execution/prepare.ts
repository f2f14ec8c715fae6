import { type ArchiveLimits, defaultArchiveLimits } from '../../tools/archive-rules.ts';
import { unpackUploads } from '../../tools/unpack.ts';
import { downloadFile } from './download.ts';
import { endTool } from './end-tool.ts';
import { errorMessages } from './error-messages.ts';
import type { ExecutionContext } from './execution-context.ts';
import { resetFolders } from './workspace.ts';

/** Provisions the toolchain, downloads the files and launches the tool, held at its barrier. Restarted from scratch after a crash. */
export async function prepare(context: ExecutionContext): Promise<void> {
  const signal = AbortSignal.any([context.signal, context.desired.stopSignal]);
  try {
    await endTool(context);
    await resetFolders(context.workspace);
    signal.throwIfAborted();
    await provision(context, signal);
    await fetchFiles(context, signal);
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
    context.log.warn({ err: error }, 'execution.prepare.failed');
    const errors =
      context.diskProblem === undefined
        ? errorMessages(error, 'Preparing the node')
        : [`${context.diskProblem}.`];
    await context.save({ endedEarly: 'failed', errors, step: 'conclude' });
    return;
  }
  context.reportProgress(null);
  await context.save({ step: 'hold' });
}

async function provision(context: ExecutionContext, signal: AbortSignal): Promise<void> {
  context.reportProgress('Preparing the tool');
  await context.tool.provision(context.toolExecution(signal), (text) => context.reportProgress(text));
  signal.throwIfAborted();
}

async function fetchFiles(context: ExecutionContext, signal: AbortSignal): Promise<void> {
  const { address, authorization } = context.node;
  const { executionId, files } = context.record.spec;
  for (const file of files) {
    context.reportProgress(`Downloading ${file.name}`);
    const folder = context.workspace.files;
    await downloadFile({ address, authorization, executionId, file, folder, log: context.log, signal });
  }
  await unpackUploads(
    context.workspace.files,
    files.map((file) => file.name),
    limitsFor(context.node.diskBytesPerExecution),
  );
  signal.throwIfAborted();
}

function limitsFor(diskBytes: number): ArchiveLimits {
  const { maxTotalBytes } = defaultArchiveLimits;
  return {
    ...defaultArchiveLimits,
    maxTotalBytes: diskBytes > 0 ? Math.min(maxTotalBytes, diskBytes) : maxTotalBytes,
  };
}

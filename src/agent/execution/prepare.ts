import { type ArchiveLimits, defaultArchiveLimits } from '../../tools/archive-rules.ts';
import { unpackUploads } from '../../tools/unpack.ts';
import { downloadFile } from './download.ts';
import { endTool } from './end-tool.ts';
import type { Life } from './life.ts';
import { sentencesOf } from './sentences.ts';
import { layFolders } from './workspace.ts';

/** Toolchain, files, and the tool itself, loaded and held. Begun anew when an agent was killed in the middle of it. */
export async function prepare(life: Life): Promise<void> {
  const signal = AbortSignal.any([life.signal, life.wishes.stopSignal]);
  try {
    await endTool(life);
    await layFolders(life.workspace);
    signal.throwIfAborted();
    await provision(life, signal);
    await fetchFiles(life, signal);
    life.say('Starting the tool');
    await life.tool.launch(life.toolExecution(signal));
    signal.throwIfAborted();
  } catch (error) {
    life.signal.throwIfAborted();
    await endTool(life);
    if (life.wishes.isStopWanted) {
      await life.save({ endedEarly: 'stopped', step: 'conclude' });
      return;
    }
    life.log.warn({ err: error }, 'the preparation failed');
    const errors =
      life.diskProblem === undefined ? sentencesOf(error, 'Preparing the node') : [`${life.diskProblem}.`];
    await life.save({ endedEarly: 'failed', errors, step: 'conclude' });
    return;
  }
  life.say(null);
  await life.save({ step: 'hold' });
}

async function provision(life: Life, signal: AbortSignal): Promise<void> {
  life.say('Getting the tool ready');
  await life.tool.provision(life.toolExecution(signal), (text) => life.say(text));
  signal.throwIfAborted();
}

async function fetchFiles(life: Life, signal: AbortSignal): Promise<void> {
  const { address, authorization } = life.node;
  const { executionId, files } = life.record.spec;
  for (const file of files) {
    life.say(`Getting ${file.name}`);
    const folder = life.workspace.files;
    await downloadFile({ address, authorization, executionId, file, folder, log: life.log, signal });
  }
  await unpackUploads(
    life.workspace.files,
    files.map((file) => file.name),
    limitsFor(life.node.diskBytesPerExecution),
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

import type { Client } from '../../contract/client.ts';
import { ContractError } from '../../contract/contract-error.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command.ts';
import { engineSentence } from '../outcome/engine-words.ts';
import { openClient } from '../service/open-client.ts';
import { exitCodeOfSignal, type StopRequests, type StopSignal } from '../signals.ts';
import { readGrids } from './grid-choices.ts';
import type { WantedRun } from './new-run.ts';
import { noteEstimate } from './note-estimate.ts';
import { countingFetch, createUploadProgress } from './upload.ts';

export type CreatedRun = { run: RunResource; client: Client } | { run: null; exitCode: number };

/** Uploads the files and creates the run. Ctrl-C cancels the upload. */
export async function createRun(
  { config, env, terminal }: CommandContext,
  { input, grids }: WantedRun,
  requests: StopRequests,
): Promise<CreatedRun> {
  const totalBytes = input.files.reduce((sum, file) => sum + file.content.size, 0);
  const progress = createUploadProgress(terminal.progress, totalBytes, input.files.length);
  let sentBytes = 0;
  const client = await openClient(config, env, {
    fetch: countingFetch((sent) => {
      sentBytes = sent;
      progress.show(sent);
    }),
  });
  const wanted = { ...input, grids: await readGrids(grids, client) };
  await noteEstimate(client, wanted, terminal.note);
  try {
    const run = await client.runs.create(wanted, { signal: requests.signal });
    progress.end(true);
    for (const sentence of run.warnings) terminal.note(`Note: ${sentence}`);
    if (run.engine !== null) terminal.note(engineSentence(run));
    return { run, client };
  } catch (error) {
    progress.end(false);
    if (requests.signal.aborted) {
      terminal.note('Upload interrupted. Check with "spate ls" whether a run was created.');
      return { run: null, exitCode: exitCodeOfSignal(requests.signal.reason as StopSignal) };
    }
    throw explain(error, sentBytes);
  }
}

/** Lists all problems of a rejected run; after a lost connection, hints that the run may exist. */
function explain(error: unknown, sentBytes: number): unknown {
  if (!(error instanceof ContractError)) return error;
  if (error.status === 0 && sentBytes > 0) {
    return new CliError(
      error.message,
      'The connection was lost during the upload. Check with "spate ls" whether the run was created before you try again.',
      { cause: error },
    );
  }
  if (error.details.length < 2) return error;
  const list = error.details.map((detail) => `- ${detail.message}`).join('\n       ');
  return new CliError('The service rejected this run:', list, { cause: error });
}

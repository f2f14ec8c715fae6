import type { Client } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { CommandContext } from '../command.ts';
import { conclude } from '../outcome/outputs.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { exitCodeOfSignal, listenForStop, type StopRequests } from '../signals.ts';
import { patiently } from '../watch/patiently.ts';
import { watchInterruptibly } from '../watch/watch-interruptibly.ts';

/** Shows a run until it is finished, then its result in the form that the flags ask for. */
export async function runToEnd(
  context: CommandContext,
  client: Client,
  run: RunResource,
  requests: StopRequests = listenForStop(),
): Promise<number> {
  const { flags, terminal } = context;
  if (flags.detach !== undefined) {
    terminal.note(`Run ${run.uuid} is created. Its page: ${run.permalink}`);
    terminal.say(flags.json === undefined ? run.uuid : JSON.stringify(run, null, 2));
    return 0;
  }
  terminal.note(`Run ${run.uuid}: ${run.permalink}`);
  const { run: finished, interruptedBy } = await watchInterruptibly({
    client,
    runId: run.uuid,
    terminal,
    requests,
    isStopOnInterrupt: flags['stop-on-interrupt'] !== undefined,
  });
  if (finished === null) {
    terminal.note(
      `The run goes on. "spate watch ${short(run)}" shows it, "spate stop ${short(run)}" stops it.`,
    );
  } else {
    const { signal } = new AbortController();
    const patience = { note: terminal.note, signal };
    const outcome = await patiently((more) => readOutcome(client, finished, more), patience);
    const exitCode = await conclude(context, outcome);
    if (interruptedBy === null) return exitCode;
  }
  return interruptedBy === null ? 1 : exitCodeOfSignal(interruptedBy);
}

function short({ uuid }: RunResource): string {
  return uuid.slice(0, 8);
}

import type { Client } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { CommandContext } from '../command.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { conclude } from '../outcome/outputs.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { exitCodeOfSignal, listenForStop, type StopRequests, type StopSignal } from '../signals.ts';
import { readTimes } from '../times-flag.ts';
import { retryWhileUnreachable } from '../watch/retry-while-unreachable.ts';
import { watchInterruptibly } from '../watch/watch-interruptibly.ts';

/** Watches a run until it finishes, then prints the result in the requested format. */
export async function runToEnd(
  context: CommandContext,
  client: Client,
  run: RunResource,
  requests: StopRequests = listenForStop(),
): Promise<number> {
  const { flags, terminal } = context;
  const times = readTimes(flags);
  if (flags.detach !== undefined) {
    terminal.note(`Run ${run.uuid} created: ${run.permalink}`);
    terminal.say(flags.json === undefined ? run.uuid : JSON.stringify(run, null, 2));
    return 0;
  }
  terminal.note(`Run ${run.uuid}: ${run.permalink}`);
  const watched = await watchInterruptibly({
    client,
    runId: run.uuid,
    times,
    terminal,
    requests,
    isStopOnInterrupt: flags['stop-on-interrupt'] !== undefined,
  });
  const { run: finished, interruptedBy } = watched;
  if (finished === null) {
    terminal.note(
      `The run continues. Watch it with "spate watch ${short(run)}", stop it with "spate stop ${short(run)}".`,
    );
  } else {
    const leaving = new AbortController();
    const next = interruptedBy === null ? watched.requests.first : watched.requests.again;
    void next.then((asked) => leaving.abort(asked));
    const retryOptions = { note: terminal.note, signal: leaving.signal };
    let outcome: Outcome;
    try {
      outcome = await retryWhileUnreachable(
        (more) => readOutcome(client, finished, { ...more, times }),
        retryOptions,
      );
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
      terminal.note(`The run has finished. Show the report with "spate report ${short(run)}".`);
      return exitCodeOfSignal(leaving.signal.reason as StopSignal);
    }
    const exitCode = await conclude(context, outcome);
    if (interruptedBy === null) return exitCode;
  }
  return interruptedBy === null ? 1 : exitCodeOfSignal(interruptedBy);
}

function short({ uuid }: RunResource): string {
  return uuid.slice(0, 8);
}

import type { Client } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { CommandContext } from '../command.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { conclude } from '../outcome/outputs.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { exitCodeOfSignal, listenForStop, type StopRequests, type StopSignal } from '../signals.ts';
import { readTimes } from '../times-flag.ts';
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
  const times = readTimes(flags);
  if (flags.detach !== undefined) {
    terminal.note(`Run ${run.uuid} is created. Its page: ${run.permalink}`);
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
      `The run goes on. "spate watch ${short(run)}" shows it, "spate stop ${short(run)}" stops it.`,
    );
  } else {
    const leaving = new AbortController();
    const next = interruptedBy === null ? watched.requests.first : watched.requests.again;
    void next.then((asked) => leaving.abort(asked));
    const patience = { note: terminal.note, signal: leaving.signal };
    let outcome: Outcome;
    try {
      outcome = await patiently((more) => readOutcome(client, finished, { ...more, times }), patience);
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
      terminal.note(`The run is finished. "spate report ${short(run)}" shows its report.`);
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

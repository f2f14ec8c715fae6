import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../contract/client.ts';
import { ContractError } from '../../contract/contract-error.ts';
import type { Times } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { askKey } from '../ask.ts';
import type { StopRequests, StopSignal } from '../signals.ts';
import type { Terminal } from '../terminal.ts';
import { createLiveView, type LiveView } from './live-view.ts';
import { watchRun } from './watch-run.ts';

const askAgainMs = 2_000;

export interface WatchSettings {
  client: Client;
  runId: string;
  /** Whose response times are shown. */
  times: Times;
  terminal: Terminal;
  /** When nobody can be asked, an interruption stops the run instead of leaving it. */
  isStopOnInterrupt: boolean;
  /** Listening already, perhaps interrupted already. */
  requests: StopRequests;
}

export interface Watched {
  /** Null when it was left before its end. */
  run: RunResource | null;
  interruptedBy: StopSignal | null;
  /** The next interruption comes here. */
  requests: StopRequests;
}

/** Watches a run to its end; Ctrl-C asks whether to stop it or to leave it, a second one leaves at once. */
export async function watchInterruptibly(settings: WatchSettings): Promise<Watched> {
  const { client, runId, times, terminal } = settings;
  const view = createLiveView(terminal.progress);
  const leaving = new AbortController();
  const watching = watchRun(client, { runId, times }, view, leaving.signal).then((run) => ({ run }));
  let requests = settings.requests;
  try {
    for (;;) {
      const event = await Promise.race([watching, requests.first]);
      if (typeof event !== 'string') return { run: event.run, interruptedBy: null, requests };
      const choice = await choose(settings, event, view, requests, watching);
      if (choice === 'leave') return { run: null, interruptedBy: event, requests };
      if (choice === 'stop') {
        const isLeft = await stopAndWait(settings, view, requests, watching);
        return { run: isLeft ? null : (await watching).run, interruptedBy: event, requests };
      }
      requests = requests.renew();
    }
  } finally {
    leaving.abort();
    await watching.catch(() => {});
    view.end();
  }
}

type Choice = 'stop' | 'leave' | 'watch';

async function choose(
  { terminal, isStopOnInterrupt }: WatchSettings,
  asked: StopSignal,
  view: LiveView,
  requests: StopRequests,
  watching: Promise<unknown>,
): Promise<Choice> {
  if (asked !== 'SIGINT' || !terminal.canAsk) return isStopOnInterrupt ? 'stop' : 'leave';
  view.pause();
  const over = new AbortController();
  const isOver = Promise.race([
    watching.then(
      () => 'watch' as const,
      () => 'watch' as const,
    ),
    requests.again.then(() => 'leave' as const),
  ]);
  const question = 'Stop the run, leave it running, or go on watching? [s/l/w] ';
  const key = askKey(question, ['s', 'l', 'w'], over.signal).then(choiceOfKey);
  const choice = await Promise.race([key, isOver]);
  over.abort();
  await key;
  view.resume();
  return choice;
}

function choiceOfKey(key: 's' | 'l' | 'w' | undefined): Choice {
  return key === 's' ? 'stop' : key === 'w' ? 'watch' : 'leave';
}

/** True when somebody did not want to wait until the run has stopped. */
async function stopAndWait(
  { client, runId }: WatchSettings,
  view: LiveView,
  requests: StopRequests,
  watching: Promise<unknown>,
): Promise<boolean> {
  view.note('Stopping the run; its report follows. Ctrl-C again leaves at once.');
  const over = new AbortController();
  // Its answer comes with the end of the run, which the watch sees too; only its going out matters.
  const asking = keepAskingToStop(client, runId, view, over.signal);
  try {
    return await Promise.race([watching.then(() => false), requests.again.then(() => true)]);
  } finally {
    over.abort();
    await asking;
  }
}

async function keepAskingToStop(
  client: Client,
  runId: string,
  view: LiveView,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await client.runs.stop(runId, { signal });
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ContractError && error.status >= 400 && error.status < 500) {
        view.note(error.message);
        return;
      }
      await sleep(askAgainMs, undefined, { signal }).catch(() => {});
    }
  }
}

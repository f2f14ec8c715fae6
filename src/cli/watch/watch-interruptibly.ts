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
  /** Samples for response times. */
  times: Times;
  terminal: Terminal;
  /** Without a terminal, an interruption stops the run instead of leaving it running. */
  isStopOnInterrupt: boolean;
  /** Already registered; may already have been triggered. */
  requests: StopRequests;
}

export interface Watched {
  /** Null if watching ended before the run. */
  run: RunResource | null;
  interruptedBy: StopSignal | null;
  /** Receives the next interruption. */
  requests: StopRequests;
}

/** Watches a run to its end. Ctrl-C asks whether to stop the run or leave it running; a second Ctrl-C leaves immediately. */
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
  const question = 'Stop the run, leave it running, or continue watching? [s/l/w] ';
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

/** True if a second interruption ended the wait. */
async function stopAndWait(
  { client, runId }: WatchSettings,
  view: LiveView,
  requests: StopRequests,
  watching: Promise<unknown>,
): Promise<boolean> {
  view.note('Stopping the run. The report follows. Press Ctrl-C again to exit immediately.');
  const over = new AbortController();
  // The stop call returns at the end of the run, which the watch detects too; only sending it matters.
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

import { setTimeout as sleep } from 'node:timers/promises';
import { ContractError } from '../../contract/contract-error.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 10_000;
const noteEveryMs = 60_000;
/** A connection that is dead but not closed says nothing for ever. */
const callTimeoutMs = 30_000;

export interface Patience {
  /** Told when the service stops answering, now and then while it stays silent, and when it is back. */
  note(sentence: string): void;
  signal: AbortSignal;
}

/** Calls until there is an answer: a service that cannot be reached for a while has not given up its runs. */
export async function patiently<T>(
  call: (more: { signal: AbortSignal }) => Promise<T>,
  { note, signal }: Patience,
): Promise<T> {
  const silentSinceMs = performance.now();
  let notedAtMs: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const timeout = AbortSignal.timeout(callTimeoutMs);
    try {
      const answer = await call({ signal: AbortSignal.any([signal, timeout]) });
      if (notedAtMs !== undefined) note('The service answers again.');
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted && !isPassing(error)) throw error;
      const nowMs = performance.now();
      if (notedAtMs === undefined || nowMs - notedAtMs >= noteEveryMs) {
        notedAtMs = nowMs;
        note(sentenceOn(error, timeout.aborted, nowMs - silentSinceMs));
      }
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** What a restart, a deploy or a proxy in between looks like. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ContractError)) return false;
  const { status, code } = error;
  return status === 0 || status === 429 || status >= 500 || code === 'unreadable';
}

function sentenceOn(error: unknown, isTimeout: boolean, silentMs: number): string {
  const what =
    isTimeout || !(error instanceof Error) ? 'The service does not answer.' : withStop(error.message);
  const minutes = Math.round(silentMs / 60_000);
  const since = minutes === 0 ? '' : ` for ${minutes} min`;
  return `${what} Trying again${since}; the run goes on without this command.`;
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

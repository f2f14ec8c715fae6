import { setTimeout as sleep } from 'node:timers/promises';
import { ContractError } from '../../contract/contract-error.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 10_000;
const noteEveryMs = 60_000;
/** A dead connection that was not closed never responds. */
const callTimeoutMs = 30_000;

export interface RetryOptions {
  /** Called when the service becomes unreachable, every minute while it is, and when it responds again. */
  note(sentence: string): void;
  signal: AbortSignal;
}

/** Retries while the service is unreachable: its runs continue. */
export async function retryWhileUnreachable<T>(
  call: (more: { signal: AbortSignal }) => Promise<T>,
  { note, signal }: RetryOptions,
): Promise<T> {
  const unreachableSinceMs = performance.now();
  let notedAtMs: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    const timeout = AbortSignal.timeout(callTimeoutMs);
    try {
      const answer = await call({ signal: AbortSignal.any([signal, timeout]) });
      if (notedAtMs !== undefined) note('The service is reachable again.');
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted && !isTransient(error)) throw error;
      const nowMs = performance.now();
      if (notedAtMs === undefined || nowMs - notedAtMs >= noteEveryMs) {
        notedAtMs = nowMs;
        note(retryMessage(error, timeout.aborted, nowMs - unreachableSinceMs));
      }
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** Errors during a restart or deployment, or from a proxy. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ContractError)) return false;
  const { status, code } = error;
  return status === 0 || status === 429 || status >= 500 || code === 'unreadable';
}

function retryMessage(error: unknown, isTimeout: boolean, unreachableMs: number): string {
  const what =
    isTimeout || !(error instanceof Error) ? 'The service does not respond.' : withFullStop(error.message);
  const minutes = Math.round(unreachableMs / 60_000);
  const since = minutes === 0 ? '' : ` for ${minutes} min`;
  return `${what} Retrying${since}; the run continues meanwhile.`;
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

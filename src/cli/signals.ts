import { constants } from 'node:os';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof stopSignals)[number];

/** As shells do: a script must not take an interrupted command for one that passed. */
export function exitCodeOfSignal(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

/** One key press can arrive several times: from the terminal, from npm, and from the process that started us. */
const oneKeyPressMs = 500;

/**
 * Requests to stop the process, and repeated ones. The listeners stay until the process has exited: without one, a signal
 * during the last moments would end the process by its default action instead of its exit code.
 */
export interface StopRequests {
  first: Promise<StopSignal>;
  again: Promise<StopSignal>;
  /** Aborted by the first request. */
  signal: AbortSignal;
  /** The requests from now on; these ones see no more. */
  renew(): StopRequests;
}

export function listenForStop(): StopRequests {
  const first = Promise.withResolvers<StopSignal>();
  const again = Promise.withResolvers<StopSignal>();
  const controller = new AbortController();
  let firstAtMs: number | undefined;
  const onSignal = (signal: StopSignal): void => {
    const nowMs = performance.now();
    if (firstAtMs === undefined) {
      firstAtMs = nowMs;
      first.resolve(signal);
      controller.abort(signal);
    } else if (nowMs - firstAtMs > oneKeyPressMs) {
      again.resolve(signal);
    }
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  return {
    first: first.promise,
    again: again.promise,
    signal: controller.signal,
    renew: () => {
      const renewed = listenForStop();
      for (const signal of stopSignals) process.off(signal, onSignal);
      return renewed;
    },
  };
}

import { constants } from 'node:os';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof stopSignals)[number];

/** Shell convention, so that scripts see an interrupted command as failed. */
export function exitCodeOfSignal(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

/** One key press can arrive several times: from the terminal, from npm and from the parent process. */
const oneKeyPressMs = 500;

/**
 * Stop signals of the process. The listeners stay registered until exit: otherwise a late signal would end the process by
 * its default action instead of with its exit code.
 */
export interface StopRequests {
  first: Promise<StopSignal>;
  again: Promise<StopSignal>;
  /** Aborted by the first request. */
  signal: AbortSignal;
  /** Replaces this object: later signals go to the returned one only. */
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { isAlive } from '../../lib/process-identity.ts';
import { Backoff } from '../retry.ts';
import type { Postmaster } from './postmaster.ts';

interface SuperviseOptions {
  bringUp: () => Promise<Postmaster>;
  log: Log;
  onRestart: (() => void) | undefined;
}

/** Restarts the server whenever it exits, until stopped. */
export function supervise(first: Postmaster, { bringUp, log, onRestart }: SuperviseOptions) {
  const stopping = new AbortController();
  let current = first;
  const watching = watch();
  return {
    current: () => current,
    /** Returns the last server, which may still be running. */
    async stop(): Promise<Postmaster> {
      stopping.abort();
      await watching;
      return current;
    },
  };

  async function watch(): Promise<void> {
    const backoff = new Backoff(100, 5000);
    while (!stopping.signal.aborted) {
      if (isAlive(current.identity)) {
        await sleep(200, undefined, { signal: stopping.signal }).catch(() => undefined);
        continue;
      }
      log.error({ pid: current.identity.pid }, 'postgres.exited');
      try {
        current = await bringUp();
        log.info({ pid: current.identity.pid }, 'postgres.restarted');
        backoff.reset();
        onRestart?.();
      } catch (error) {
        log.error({ err: error }, 'postgres.start.failed');
        await backoff.wait(stopping.signal).catch(() => undefined);
      }
    }
  }
}

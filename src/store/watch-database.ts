import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../lib/log.ts';
import { type ConnectionTarget, connectionTo, newClient } from './connection-to.ts';

export interface DatabaseWatch {
  /** False when the database has not responded for `silentMs`. */
  isAnswering(): boolean;
  /** Calls back each time `isAnswering` becomes false. */
  onUnavailable(call: () => void): void;
  stop(): Promise<void>;
}

export interface DatabaseWatchOptions {
  url: string;
  log: Log;
  everyMs?: number;
  /** Timeout of one query. */
  answerMs?: number;
  silentMs?: number;
}

/** Polls the database on a dedicated connection, to detect a server that accepts connections but hangs. */
export function watchDatabase({
  url,
  log,
  everyMs = 2_000,
  answerMs = 5_000,
  silentMs = 10_000,
}: DatabaseWatchOptions): DatabaseWatch {
  const stopping = new AbortController();
  const target = connectionTo(url);
  let answeredAtMs = performance.now();
  let isAnswering = true;
  const calls: (() => void)[] = [];
  const note = (answers: boolean) => {
    if (answers) answeredAtMs = performance.now();
    const isNow = performance.now() - answeredAtMs < silentMs;
    if (isNow !== isAnswering) {
      if (isNow) log.info('database.available');
      else log.error({ silentMs }, 'database.unavailable');
    }
    const isNew = isNow !== isAnswering;
    isAnswering = isNow;
    if (isNew && !isNow) for (const call of calls) call();
  };
  const watching = (async () => {
    let client: pg.Client | undefined;
    while (!stopping.signal.aborted) {
      try {
        client ??= await connect(target, answerMs);
        await client.query('select 1');
        note(true);
      } catch {
        // A connection with a timed-out query cannot be reused.
        void client?.end().catch(() => undefined);
        client = undefined;
        note(false);
      }
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
    await client?.end().catch(() => undefined);
  })();
  return {
    isAnswering: () => isAnswering,
    onUnavailable: (call) => calls.push(call),
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

async function connect(target: ConnectionTarget, answerMs: number): Promise<pg.Client> {
  const client = newClient({
    ...target,
    application_name: 'spate-watch',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

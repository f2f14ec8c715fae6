import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../lib/log.ts';
import { newClient } from './connection-to.ts';
import { Backoff } from './retry.ts';

interface ListenOptions {
  connection: pg.PoolConfig;
  channel: string;
  onPayload: (payload: string) => void;
  onReconnect: (() => void) | undefined;
  /** Timeout of the first connection; reconnects are retried forever. */
  connectTimeoutMs: number;
  /** Interval of probes, and the timeout of each. */
  probeMs: number;
  log: Log;
}

interface Connection {
  client: pg.Client;
  ended: Promise<void>;
}

/** Listens on a dedicated connection. Resolves when listening, to a function that stops it. */
export async function listenOn(options: ListenOptions): Promise<() => Promise<void>> {
  const { channel, log } = options;
  const stopping = new AbortController();
  let connection = await connectFirst(options, stopping.signal);
  const keeping = keepListening();
  return async () => {
    stopping.abort();
    await connection.client.end().catch(() => undefined);
    await keeping;
  };

  async function keepListening(): Promise<void> {
    const backoff = new Backoff(50, 2000);
    for (;;) {
      await untilLost(connection, options, stopping.signal);
      while (!stopping.signal.aborted) {
        try {
          await backoff.wait(stopping.signal);
          connection = await connectAndListen(options);
          backoff.reset();
          break;
        } catch (error) {
          log.debug({ err: error, channel }, 'database.listen.failed');
        }
      }
      if (stopping.signal.aborted) {
        await connection.client.end().catch(() => undefined);
        return;
      }
      log.info({ channel }, 'database.listen.restored');
      callSafely(() => options.onReconnect?.(), options);
    }
  }
}

/** Resolves when the connection has ended, or its server does not answer: a vanished host sends no end. */
async function untilLost(
  { client, ended }: Connection,
  { channel, probeMs, log }: ListenOptions,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const stopProbes = AbortSignal.any([signal, over.signal]);
  const probing = (async () => {
    while (!stopProbes.aborted) {
      await client.query('select 1');
      await sleep(probeMs, undefined, { signal: stopProbes });
    }
  })().catch((error: Error) => {
    if (stopProbes.aborted) return;
    log.debug({ reason: error.message, channel }, 'database.listen.lost');
    // With a query in progress this does not wait for the server.
    return client.end();
  });
  await ended;
  over.abort();
  await probing.catch(() => undefined);
}

async function connectFirst(options: ListenOptions, signal: AbortSignal): Promise<Connection> {
  const backoff = new Backoff(50, 1000);
  const deadlineMs = performance.now() + options.connectTimeoutMs;
  for (;;) {
    try {
      return await connectAndListen(options);
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await backoff.wait(signal);
    }
  }
}

async function connectAndListen(options: ListenOptions): Promise<Connection> {
  const client = newClient({ ...options.connection, query_timeout: options.probeMs });
  client.on('error', (error) =>
    options.log.debug({ reason: error.message, channel: options.channel }, 'database.listen.lost'),
  );
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('notification', ({ payload }) => callSafely(() => options.onPayload(payload ?? ''), options));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`);
    return { client, ended };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

function callSafely(call: () => void, { log, channel }: ListenOptions): void {
  try {
    call();
  } catch (error) {
    log.error({ err: error, channel }, 'database.listener.failed');
  }
}

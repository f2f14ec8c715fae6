import pg from 'pg';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../lib/log.ts';
import { connectionLossOf, databaseUnreachable, isConflict } from './connection-loss.ts';
import { connectionTo } from './connection-to.ts';
import { listenOn } from './listen.ts';
import type { Queryable } from './queryable.ts';
import { Backoff } from './retry.ts';
import { TransactionQueue } from './transaction-queue.ts';

export type { Queryable } from './queryable.ts';

export interface TransactionOptions {
  /** The work may be retried even if the first commit may have succeeded. */
  isIdempotent?: boolean;
}

export interface Database extends Queryable {
  /**
   * Runs the work in one READ COMMITTED transaction. It may be retried after a lost connection or a conflict, so it must
   * have no side effects outside of the database.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Calls back with each NOTIFY payload of the channel; reconnects after an outage and then calls onReconnect. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
  readonly pool: pg.Pool;
  /** Options of connections that keep a session: LISTEN does not work through a pool in transaction mode. */
  readonly direct: pg.PoolConfig;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** The server itself, when `url` is a pool such as PgBouncer in transaction mode. */
  directUrl?: string | null;
  log: Log;
  maxConnections?: number;
  /** How long a query or transaction retries to connect to an unreachable database. */
  connectTimeoutMs?: number;
  /** Timeout of one statement, on the client and the server. 0: no limit, also of pauses. */
  statementTimeoutMs?: number;
  /**
   * The server rolls a transaction back when this host vanishes, or pauses for this long between two statements: its locks
   * would block other services. Shorter than their patience, see rollups.ts.
   */
  pauseTimeoutMs?: number;
  /** Interval and timeout of probes on connections that listen. */
  probeMs?: number;
}

export function openDatabase(options: DatabaseOptions): Database {
  return new PooledDatabase(options);
}

class PooledDatabase implements Database {
  readonly pool: pg.Pool;
  readonly direct: pg.PoolConfig;
  readonly #log: Log;
  readonly #connectTimeoutMs: number;
  readonly #begin: string;
  readonly #probeMs: number;
  readonly #listeners = new Set<() => Promise<void>>();
  #isClosing = false;

  constructor({
    url,
    directUrl = null,
    log,
    maxConnections = 10,
    connectTimeoutMs = 30_000,
    statementTimeoutMs = 60_000,
    pauseTimeoutMs = 20_000,
    probeMs = 5_000,
  }: DatabaseOptions) {
    this.#log = log;
    this.#connectTimeoutMs = connectTimeoutMs;
    this.#probeMs = probeMs;
    this.#begin = statementTimeoutMs > 0 ? beginLimited(pauseTimeoutMs) : 'begin';
    this.pool = new pg.Pool({ ...connectionOptions(url, statementTimeoutMs), max: maxConnections });
    this.direct = directUrl === null ? this.pool.options : connectionOptions(directUrl, statementTimeoutMs);
    quietErrors(this.pool, log);
  }

  async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    // A statement that may have been applied is retried only in a read-only transaction: PostgreSQL then rejects writes,
    // so that nothing is done twice.
    let lost: unknown;
    return this.#persist(
      (client) => {
        if (lost === undefined) return client.query<Row>(text, values).then(({ rows }) => rows);
        return readOnly<Row>(client, text, values).catch((error) => {
          throw isReadOnlyViolation(error) ? outcomeUnknown(lost) : error;
        });
      },
      (error) => {
        if (connectionLossOf(error) === 'unknown') lost ??= error;
        return connectionLossOf(error) !== 'none';
      },
    );
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    let isCommitting = false;
    return this.#persist(
      async (client) => {
        isCommitting = false;
        await client.query(this.#begin);
        const tx = new TransactionQueue(client);
        const result = await work(tx).finally(() => tx.close());
        isCommitting = true;
        const { command } = await client.query('commit');
        // PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK instead of an error.
        if (command !== 'COMMIT')
          throw new Error('The transaction was rolled back although its work returned.');
        return result;
      },
      (error) => {
        const loss = connectionLossOf(error);
        if (isCommitting && loss === 'unknown' && !options.isIdempotent) throw outcomeUnknown(error);
        return loss !== 'none' || isConflict(error);
      },
    );
  }

  async listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void) {
    const stop = await listenOn({
      connection: this.direct,
      channel,
      onPayload,
      onReconnect,
      connectTimeoutMs: this.#connectTimeoutMs,
      probeMs: this.#probeMs,
      log: this.#log,
    });
    const stopOnce = async () => {
      if (this.#listeners.delete(stopOnce)) await stop();
    };
    this.#listeners.add(stopOnce);
    return stopOnce;
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    await Promise.all([...this.#listeners].map((stop) => stop()));
    await this.pool.end();
  }

  /** Retries on another connection while `mayRepeat` allows it and the time limit has not passed. */
  async #persist<T>(
    attempt: (client: pg.PoolClient) => Promise<T>,
    mayRepeat: (error: unknown) => boolean,
  ): Promise<T> {
    const backoff = new Backoff(25, 1000);
    const deadlineMs = performance.now() + this.#connectTimeoutMs;
    for (;;) {
      let client: pg.PoolClient | undefined;
      let failure: unknown;
      try {
        client = await this.pool.connect();
        const result = await attempt(client);
        client.release();
        return result;
      } catch (error) {
        failure = error;
      }
      const isLost = connectionLossOf(failure) !== 'none';
      if (client) await giveBack(client, isLost);
      const mayRetry = client ? mayRepeat(failure) : isLost;
      if (!mayRetry) throw failure;
      if (this.#isClosing || performance.now() > deadlineMs) throw gaveUp(failure);
      await backoff.wait();
    }
  }
}

/** Not startup parameters: PgBouncer in transaction mode ignores or rejects these. */
function beginLimited(pauseTimeoutMs: number): string {
  return `begin; set local idle_in_transaction_session_timeout = ${pauseTimeoutMs}; set local tcp_user_timeout = ${pauseTimeoutMs}`;
}

/** Returns a clean connection to the pool, or closes it. */
async function giveBack(client: pg.PoolClient, isLost: boolean): Promise<void> {
  if (isLost) return client.release(true);
  if (client.getTransactionStatus() === 'I') return client.release();
  await client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  );
}

async function readOnly<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  await client.query('begin read only');
  const { rows } = await client.query<Row>(text, values);
  await client.query('commit');
  return rows;
}

function gaveUp(cause: unknown): Error {
  if (isConflict(cause) && cause instanceof Error) return cause;
  return databaseUnreachable(cause);
}

function outcomeUnknown(cause: unknown): AppError {
  return new AppError(
    'starting',
    'The connection to the database broke during a write. Check whether the change was made before you retry.',
    [],
    { cause },
  );
}

function isReadOnlyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006';
}

const int8 = 20;
const int8Array = 1016 as Parameters<typeof pg.types.getTypeParser>[0];

function connectionOptions(url: string, statementTimeoutMs: number): pg.PoolConfig {
  return {
    ...connectionTo(url),
    application_name: 'spate',
    connectionTimeoutMillis: 10_000,
    // The server cancels slow statements; the client timeout, a little later, covers a server that hangs.
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 5_000,
    }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: numericTypes(),
  };
}

/** Parses bigint as a number: all values are below 2^53. */
function numericTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  const parseArray = pg.types.getTypeParser(int8Array, 'text') as (text: string) => (string | null)[];
  types.setTypeParser(int8, Number);
  types.setTypeParser(int8Array, (text: string) =>
    parseArray(text).map((item) => (item === null ? null : Number(item))),
  );
  return types;
}

/** Unhandled 'error' events would end the process; the pool replaces broken connections itself. */
export function quietErrors(pool: pg.Pool, log: Log): void {
  pool.on('error', (error) => log.debug({ reason: error.message }, 'database.idle-connection.lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ reason: error.message }, 'database.connection.lost'));
  });
}

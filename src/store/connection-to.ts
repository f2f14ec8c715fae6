import pg from 'pg';
import { postgresHosts, sessionAttributesOf } from '../lib/postgres-url.ts';

/** Target of connections. With several hosts, clients must be created by `newClient` or a pool. */
export type ConnectionTarget = Pick<pg.PoolConfig, 'connectionString' | 'Client'>;

/**
 * Connections to the host of the URL that accepts writes. They share the current host: a connection that fails, or
 * reaches a standby, makes later ones try the next host. The server ends them when this host vanishes without a reset.
 */
export function connectionTo(url: string): ConnectionTarget {
  const hosts = postgresHosts(url) ?? [url];
  const isChosen = hosts.length > 1 || needsPrimary.has(sessionAttributesOf(url) ?? 'any');
  const Client = isChosen ? clientOfPrimary(hosts) : WatchedClient;
  return { connectionString: hosts[0], Client: Client as unknown as new () => pg.ClientBase };
}

export function newClient(options: pg.PoolConfig): pg.Client {
  const Client = (options.Client ?? pg.Client) as unknown as typeof pg.Client;
  return new Client(options);
}

/**
 * The server gives up on an idle host after 25 s, instead of 2 hours. Set after connecting, because PgBouncer rejects unknown
 * startup parameters. On a Unix socket they have no effect.
 */
const keepalive =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

class WatchedClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    const send: (...query: unknown[]) => unknown = this.query.bind(this);
    this.query = ((...query: unknown[]) => {
      const result = send(...query);
      if (result instanceof Promise) result.catch((error) => this.#closeAfter(error));
      return result;
    }) as pg.Client['query'];
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(callback?: (error: Error | null, client?: pg.Client) => void) {
    const connecting = this.#connect();
    if (!callback) return connecting;
    connecting.then(
      () => callback(null, this),
      (error: Error) => callback(error),
    );
  }

  async #connect(): Promise<pg.Client> {
    // The owner listens for errors only after this; without a listener, a loss before would end the process.
    const ignore = () => undefined;
    this.on('error', ignore);
    await this.prepare();
    this.off('error', ignore);
    return this;
  }

  /** Later queries would wait behind one without a response: pools would reuse the connection of a host that vanished. */
  #closeAfter(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout')
      void this.end().catch(() => undefined);
  }

  /** Rejects where the connection cannot be used; then `error` events are ignored. */
  protected async prepare(): Promise<void> {
    await super.connect();
    await this.query(keepalive);
  }
}

/** Values of target_session_attrs that exclude standbys. */
const needsPrimary: ReadonlySet<string> = new Set(['read-write', 'primary']);

function clientOfPrimary(hosts: readonly string[]): typeof pg.Client {
  let current = 0;

  return class PrimaryClient extends WatchedClient {
    readonly #tried = current;

    constructor(options?: string | pg.ClientConfig) {
      super({ ...(typeof options === 'object' && options), connectionString: hosts[current] });
    }

    protected override async prepare(): Promise<void> {
      try {
        await super.prepare();
        await this.#refuseStandby();
      } catch (error) {
        // Unless another connection has already advanced.
        if (current === this.#tried) current = (current + 1) % hosts.length;
        throw error;
      }
    }

    async #refuseStandby(): Promise<void> {
      const { rows } = await this.query<{ isReadOnly: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
      );
      if (rows[0]?.isReadOnly !== true) return;
      await this.end().catch(() => undefined);
      throw new StandbyError(`The PostgreSQL server at ${this.host}:${this.port} is a standby.`);
    }
  };
}

/** Temporary, like a server that is starting. */
class StandbyError extends Error {
  readonly code = '57P03';
}

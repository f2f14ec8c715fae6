import type { Connection } from '../connection.ts';

/** Maximum number of idle connections per server; beyond it, the oldest is closed. */
const maxIdle = 5;
/** Maximum idle time when the server announces none. */
const defaultNapMs = 5_000;

interface Idle {
  readonly connection: Connection;
  readonly sinceMs: number;
}

interface Server {
  /** Maximum idle time, as announced by the first response of the server. */
  readonly napMs: number;
  /** Newest last. */
  readonly idle: Idle[];
}

/** Idle connections of java.net.HttpURLConnection: all users share them, as in a JVM. */
export class IdleConnections {
  /** By key of the route. */
  readonly #servers = new Map<string, Server>();

  /** The most recently used connection, if it has not exceeded its idle time. The server may have closed it. */
  take(key: string, nowMs: number): Connection | undefined {
    const server = this.#servers.get(key);
    const newest = server?.idle.pop();
    if (!server || !newest) {
      return undefined;
    }
    if (nowMs - newest.sinceMs <= server.napMs) {
      return newest.connection;
    }
    newest.connection.close();
    for (const { connection } of server.idle) {
      connection.close();
    }
    this.#servers.delete(key);
    return undefined;
  }

  keep(connection: Connection, keepAliveSeconds: number | undefined, nowMs: number): void {
    const { key } = connection.route;
    const napMs = keepAliveSeconds ? keepAliveSeconds * 1000 : defaultNapMs;
    const server = this.#servers.get(key) ?? { napMs, idle: [] };
    this.#servers.set(key, server);
    if (server.idle.length >= maxIdle) {
      server.idle.shift()?.connection.close();
    }
    server.idle.push({ connection, sinceMs: nowMs });
  }

  closeAll(): void {
    for (const { idle } of this.#servers.values()) {
      for (const { connection } of idle) {
        connection.close();
      }
    }
    this.#servers.clear();
  }
}

import type { User } from '../core.ts';
import type { Identity } from '../keys/client-keys.ts';
import type { AuthExchange } from './auth/auth-exchange.ts';
import { Connection, type Route } from './connection.ts';
import type { HostNames } from './host-names.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { HttpError } from './http-error.ts';
import { resetByPeer } from './http-failure.ts';
import type { ResponseBatcher } from './response-batcher.ts';
import { resetTlsSessions, TlsSessions, tlsSessionsOf } from './tls-sessions.ts';

/** HttpClient assumes that a connection used within this time is open. */
const trustedMs = 4_900;
/** Maximum connection age, as JMeter configures HttpClient. */
const timeToLiveMs = 60_000;

/** Settings that only some plans have. */
export interface UserConnectionOptions {
  /** The user whose TLS sessions are used; undefined: the connections have their own, like a separate JMeter thread. */
  readonly user?: User | undefined;
  /** Client certificate of the user. */
  readonly identify?: (() => Identity) | undefined;
  /** Samplers may have their own host name resolvers. */
  readonly areNamesManaged?: boolean;
}

/** Open connections of one user: one per server, reused between requests. */
export class UserConnections {
  readonly #environment: HttpEnvironment;
  /** The last connection; most users have only one. */
  #last: Connection | undefined;
  /** For users with several connections, by route; includes the last one. */
  #kept: Map<string, Connection> | undefined;
  /** TLS sessions when `options.user` is undefined. */
  #tlsSessions: TlsSessions | undefined;
  #iteration = 0;
  /** HttpClient's user token; undefined: the user's own. */
  #owner: string | undefined;
  /** Connections of concurrent downloads. */
  #lanes: UserConnections[] | undefined;
  /** Authentication towards proxies, by client. */
  proxyAuths: Map<string, AuthExchange> | undefined;
  /** The current sample is the first one of a new user. */
  isReset = false;
  /** HttpClient has received a response for the user and set its user token; the implementation Java sets none. */
  hasUserToken = false;
  /** Current or last sample of the user. */
  sample: { interrupt(): void; timeOutSample(): void } | undefined;

  /** Resolver of the current sampler; undefined: the default. */
  names: HostNames | undefined;
  readonly #options: UserConnectionOptions;
  /** Resolvers by route; as in JMeter, the resolver of the first request of a route is kept. */
  readonly #namesByRoute: Map<string, HostNames> | undefined;

  constructor(environment: HttpEnvironment, options: UserConnectionOptions = {}) {
    this.#environment = environment;
    this.#options = options;
    this.#namesByRoute = options.areNamesManaged ? new Map() : undefined;
  }

  get batcher(): ResponseBatcher {
    return this.#environment.batcher;
  }

  /** To be called before each sample: closes the connections of a user that is new in each iteration. */
  beginSample(user: User): void {
    this.isReset = false;
    if (user.iteration !== this.#iteration) {
      this.#iteration = user.iteration;
      if (!user.isSameOnNextIteration) {
        this.isReset = true;
        this.closeAll();
        this.#owner = undefined;
        // In the first iteration, TLS sessions can only be those of WebSocket connections, which are kept.
        if (user.iteration > 1) {
          resetTlsSessions(user);
        }
      }
    }
  }

  /** Connections for a user, one of whose branches sent requests before it did. */
  forTrunk(user: User): UserConnections {
    const connections = new UserConnections(this.#environment, { user });
    connections.#iteration = user.iteration;
    connections.hasUserToken = this.hasUserToken;
    return connections;
  }

  /**
   * Sets HttpClient's user token, as a branch does: always, or only if the user has no connections. Closes connections
   * with another token, because HttpClient does not reuse them.
   */
  setOwner(owner: string, isAlways: boolean): void {
    const hasNone = this.#last === undefined && this.#kept === undefined;
    if (hasNone || (isAlways && owner !== this.#owner)) {
      this.closeAll();
      this.#owner = owner;
    }
  }

  /** Connections for one of several concurrent downloads; number 0 uses these. */
  lane(number: number): UserConnections {
    if (number === 0) {
      return this;
    }
    this.#lanes ??= [];
    const lane =
      this.#lanes[number - 1] ??
      new UserConnections(this.#environment, { ...this.#options, user: undefined });
    lane.names = this.names;
    this.#lanes[number - 1] = lane;
    return lane;
  }

  /** The kept connection of a route, or a new one, which has `requests` 0. */
  take(route: Route, nowMs: number): Connection {
    const kept = this.#find(route);
    if (kept) {
      const isOld = nowMs >= kept.expiresAtMs || nowMs >= kept.connectStartMs + timeToLiveMs;
      if (kept.isFree && !isOld) {
        this.#last = kept;
        return kept;
      }
      kept.close();
      this.#forget(kept);
      if (kept.wasLeft && !isOld && nowMs - kept.lastByteMs < trustedMs) {
        // HttpClient checks only connections that were idle for longer; before that, it writes to a closed connection.
        throw kept.wasReset
          ? new HttpError('reset', resetByPeer)
          : new HttpError('no-response', 'failed to respond');
      }
    }
    const names = this.#namesByRoute && this.#namesFor(route, this.#namesByRoute);
    const connection = this.open(route, names);
    this.#keep(connection);
    return connection;
  }

  /** A new connection, which is not kept here, with the TLS sessions and the client certificate of the user. */
  open(route: Route, names?: HostNames): Connection {
    if (!route.isTls) {
      return new Connection(this.#environment, route, undefined, undefined, names);
    }
    return new Connection(
      this.#environment,
      route,
      this.#ownTlsSessions(),
      this.#options.identify?.(),
      names,
    );
  }

  #ownTlsSessions(): TlsSessions {
    const { user } = this.#options;
    if (user) {
      return tlsSessionsOf(user);
    }
    this.#tlsSessions ??= new TlsSessions();
    return this.#tlsSessions;
  }

  #namesFor(route: Route, byRoute: Map<string, HostNames>): HostNames {
    const names = byRoute.get(route.key) ?? this.names ?? this.#environment.names;
    byRoute.set(route.key, names);
    return names;
  }

  #find(route: Route): Connection | undefined {
    const last = this.#last;
    if (last !== undefined && (last.route === route || last.route.key === route.key)) {
      return last;
    }
    return this.#kept?.get(route.key);
  }

  #keep(connection: Connection): void {
    if (this.#last) {
      this.#kept ??= new Map([[this.#last.route.key, this.#last]]);
    }
    this.#kept?.set(connection.route.key, connection);
    this.#last = connection;
  }

  #forget(connection: Connection): void {
    this.#kept?.delete(connection.route.key);
    if (this.#last === connection) {
      this.#last = undefined;
    }
  }

  /** After a complete response: keeps the connection as long as the server allows. */
  release(connection: Connection, keepAliveSeconds: number | undefined): void {
    // HttpClient treats 0 seconds as unlimited.
    connection.expiresAtMs = keepAliveSeconds
      ? this.#environment.nowMs() + keepAliveSeconds * 1000
      : Number.POSITIVE_INFINITY;
  }

  /** Closes the connection of a route, if there is one. */
  drop(route: Route): void {
    const kept = this.#find(route);
    if (kept) {
      kept.close();
      this.#forget(kept);
    }
  }

  closeAll(): void {
    this.#last?.close();
    for (const connection of this.#kept?.values() ?? []) {
      connection.close();
    }
    this.#last = undefined;
    this.#kept = undefined;
    for (const lane of this.#lanes ?? []) {
      lane.closeAll();
    }
  }
}

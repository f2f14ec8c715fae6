import type { User } from '../core.ts';
import type { Identity } from '../keys/client-keys.ts';
import type { AuthExchange } from './auth/auth-exchange.ts';
import { Connection, type Route, type TlsSession } from './connection.ts';
import type { HostNames } from './host-names.ts';
import { HttpError } from './http-error.ts';
import { resetByPeer } from './http-failure.ts';
import type { HttpWorld } from './http-world.ts';
import type { ResponseBatcher } from './response-batcher.ts';

/** For so long after its last use a connection is taken to be open. */
const trustedMs = 4_900;
/** No connection is used for longer, as HttpClient is set up by JMeter. */
const timeToLiveMs = 60_000;

/** What only some plans have. */
export interface SpecialWays {
  /** Who the user is, for servers that ask. */
  readonly identify?: (() => Identity) | undefined;
  /** Samplers may have names of their own. */
  readonly areNamesManaged?: boolean;
}

/** The open connections of one user: one for each server, kept between its requests. */
export class UserConnections {
  readonly #world: HttpWorld;
  /** Most users have one. */
  #last: Connection | undefined;
  /** Of those who have more, by route; the last is among them. */
  #kept: Map<string, Connection> | undefined;
  /** By route. */
  #tlsSessions: Map<string, TlsSession> | undefined;
  #iteration = 0;
  /** Whose connections these are, to HttpClient; the user's own when nobody has said. */
  #owner: string | undefined;
  /** For what is loaded at the same time. */
  #lanes: UserConnections[] | undefined;
  /** Of those who ask through proxies, by client. */
  proxyAuths: Map<string, AuthExchange> | undefined;
  /** Its sample is the first of somebody new. */
  isReset = false;
  /** What its user has under way, or had last. */
  sample: { interrupt(): void; breakOff(): void } | undefined;

  /** Of the sampler that has its turn, when not as all have them. */
  names: HostNames | undefined;
  readonly #special: SpecialWays;
  /** By route; as in JMeter those of the first request stay. */
  readonly #namesByRoute: Map<string, HostNames> | undefined;

  constructor(world: HttpWorld, special: SpecialWays = {}) {
    this.#world = world;
    this.#special = special;
    this.#namesByRoute = special.areNamesManaged ? new Map() : undefined;
  }

  get batcher(): ResponseBatcher {
    return this.#world.batcher;
  }

  /** A user who is somebody new in each iteration also comes with new connections. */
  beginSample(user: User): void {
    this.isReset = false;
    if (user.iteration !== this.#iteration) {
      this.#iteration = user.iteration;
      if (!user.isSameOnNextIteration) {
        this.isReset = true;
        this.closeAll();
        this.#owner = undefined;
        this.#tlsSessions = undefined;
      }
    }
  }

  /** For a user whose branch asked before it did. */
  forTrunk(user: User): UserConnections {
    const connections = new UserConnections(this.#world);
    connections.#iteration = user.iteration;
    return connections;
  }

  /**
   * A branch has put another name where HttpClient looks for whose connections these are: always, or where there was none.
   * Those of another name are of no use any more.
   */
  setOwner(owner: string, isAlways: boolean): void {
    const hasNone = this.#last === undefined && this.#kept === undefined;
    if (hasNone || (isAlways && owner !== this.#owner)) {
      this.closeAll();
      this.#owner = owner;
    }
  }

  /** The connections of one of several requests at the same time; the first has these. */
  lane(number: number): UserConnections {
    if (number === 0) {
      return this;
    }
    this.#lanes ??= [];
    const lane = this.#lanes[number - 1] ?? new UserConnections(this.#world, this.#special);
    lane.names = this.names;
    this.#lanes[number - 1] = lane;
    return lane;
  }

  /** One that was never used is new. */
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
        // HttpClient looks at the connection only after a longer rest; before, it writes into the void.
        throw kept.wasReset
          ? new HttpError('reset', resetByPeer)
          : new HttpError('no-response', 'failed to respond');
      }
    }
    if (route.isTls) {
      this.#tlsSessions ??= new Map();
    }
    const names = this.#namesByRoute && this.#namesFor(route, this.#namesByRoute);
    const connection = route.isTls
      ? new Connection(this.#world, route, this.#tlsSessions, this.#special.identify?.(), names)
      : new Connection(this.#world, route, undefined, undefined, names);
    this.#keep(connection);
    return connection;
  }

  #namesFor(route: Route, byRoute: Map<string, HostNames>): HostNames {
    const names = byRoute.get(route.key) ?? this.names ?? this.#world.names;
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

  /** After a whole response: keeps the connection for as long as the server said it would. */
  release(connection: Connection, keepAliveSeconds: number | undefined): void {
    // To HttpClient no seconds are as many as one likes.
    connection.expiresAtMs = keepAliveSeconds
      ? this.#world.nowMs() + keepAliveSeconds * 1000
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

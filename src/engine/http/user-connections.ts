import type { User } from '../core.ts';
import { Connection, HttpError, type Route } from './connection.ts';
import type { HttpWorld } from './http-world.ts';

/** For so long after its last use a connection is taken to be open. */
const trustedMs = 4_900;
/** No connection is used for longer, as HttpClient is set up by JMeter. */
const timeToLiveMs = 60_000;

interface Kept {
  connection: Connection;
  createdAtMs: number;
  /** What the server said, or never. */
  expiresAtMs: number;
}

/** The open connections of one user: one for each server, kept between its requests. */
export class UserConnections {
  readonly #world: HttpWorld;
  readonly #kept = new Map<string, Kept>();
  /** By route. */
  readonly #tlsSessions = new Map<string, Buffer>();
  #iteration = 0;
  /** For what is loaded at the same time. */
  #lanes: UserConnections[] | undefined;

  constructor(world: HttpWorld) {
    this.#world = world;
  }

  /** A user who is somebody new in each iteration also comes with new connections. */
  beginSample(user: User): void {
    if (user.iteration !== this.#iteration) {
      this.#iteration = user.iteration;
      if (!user.group.isSameUserOnNextIteration) {
        this.closeAll();
        this.#tlsSessions.clear();
      }
    }
  }

  /** The connections of one of several requests at the same time; the first has these. */
  lane(number: number): UserConnections {
    if (number === 0) {
      return this;
    }
    this.#lanes ??= [];
    const lane = this.#lanes[number - 1] ?? new UserConnections(this.#world);
    this.#lanes[number - 1] = lane;
    return lane;
  }

  take(route: Route): { connection: Connection; isNew: boolean } {
    const nowMs = this.#world.nowMs();
    const kept = this.#kept.get(route.key);
    if (kept) {
      const { connection } = kept;
      const isOld = nowMs >= kept.expiresAtMs || nowMs >= kept.createdAtMs + timeToLiveMs;
      if (connection.isFree && !isOld) {
        return { connection, isNew: false };
      }
      connection.close();
      this.#kept.delete(route.key);
      if (connection.wasLeft && !isOld && nowMs - connection.lastByteMs < trustedMs) {
        // HttpClient looks at the connection only after a longer rest; before, it writes into the void.
        throw new HttpError('no-response', 'failed to respond');
      }
    }
    const connection = new Connection(this.#world, route, this.#tlsSessions);
    this.#kept.set(route.key, {
      connection,
      createdAtMs: nowMs,
      expiresAtMs: Number.POSITIVE_INFINITY,
    });
    return { connection, isNew: true };
  }

  /** After a whole response: keeps the connection for as long as the server said it would. */
  release(connection: Connection, keepAliveSeconds: number | undefined): void {
    const kept = this.#kept.get(connection.route.key);
    if (kept?.connection === connection && keepAliveSeconds !== undefined) {
      kept.expiresAtMs = this.#world.nowMs() + keepAliveSeconds * 1000;
    }
  }

  /** Closes the connection of a route, if there is one. */
  drop({ key }: Route): void {
    this.#kept.get(key)?.connection.close();
    this.#kept.delete(key);
  }

  closeAll(): void {
    for (const { connection } of this.#kept.values()) {
      connection.close();
    }
    this.#kept.clear();
    for (const lane of this.#lanes ?? []) {
      lane.closeAll();
    }
  }
}

import type { TLSSocket } from 'node:tls';
import type { User } from '../core.ts';

interface TlsSession {
  readonly ticket: Buffer;
  /** The session is from TLS 1.3. */
  readonly isForOnce: boolean;
}

/** The server of a connection, as Java sees it. */
export interface TlsPeer {
  readonly host: string;
  readonly port: number;
}

/** TLS sessions of a user for resumption by another connection to the same server, as Java stores them. */
export class TlsSessions {
  readonly #sessions = new Map<string, TlsSession>();

  /** The ticket of a server; one of TLS 1.3 is used once. */
  take(peer: TlsPeer): Buffer | undefined {
    const key = keyOf(peer);
    const session = this.#sessions.get(key);
    if (session?.isForOnce) {
      this.#sessions.delete(key);
    }
    return session?.ticket;
  }

  keep(peer: TlsPeer, socket: TLSSocket, ticket: Buffer): void {
    const isForOnce = socket.getProtocol() === 'TLSv1.3';
    // Java stores no session of a TLS 1.3 connection that was itself resumed.
    if (!isForOnce || !socket.isSessionReused()) {
      this.#sessions.set(keyOf(peer), { ticket, isForOnce });
    }
  }
}

/** The same for any client of JMeter. */
const keyOf = ({ host, port }: TlsPeer) => `${host.toLowerCase()}:${port}`;

/** Key of a user's TLS sessions, which HTTP and WebSocket connections share: JMeter has an SSLContext per thread. */
export const tlsSessionsKey = Symbol('TLS sessions of a user');

const none = (): { sessions: TlsSessions | undefined } => ({ sessions: undefined });

export function tlsSessionsOf(user: User): TlsSessions {
  const held = user.stateOf(tlsSessionsKey, none);
  held.sessions ??= new TlsSessions();
  return held.sessions;
}

/** Later connections of the user resume no session of earlier ones. */
export function resetTlsSessions(user: User): void {
  user.stateOf(tlsSessionsKey, none).sessions = undefined;
}

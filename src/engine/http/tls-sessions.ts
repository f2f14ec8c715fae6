import type { TLSSocket } from 'node:tls';
import type { User } from '../core.ts';
import type { IssuedSession } from './tls/issued-sessions.ts';

/** The server of a connection, as Java sees it. */
export interface TlsPeer {
  readonly host: string;
  readonly port: number;
}

const nodePrefix = Buffer.from('\0nodejs:tls:session:1\0');
const lengthBytes = 2;

/** TLS sessions of a user for resumption by another connection to the same server, as Java stores them. */
export class TlsSessions {
  readonly #sessions = new Map<string, IssuedSession>();

  /** The session of a server, serialized; a session of TLS 1.3 is used once. */
  take(peer: TlsPeer): Buffer | undefined {
    const key = keyOf(peer);
    const session = this.#sessions.get(key);
    if (session?.isTls13) {
      this.#sessions.delete(key);
    }
    return session?.ticket;
  }

  keep(peer: TlsPeer, session: IssuedSession): void {
    // Java stores no session of a TLS 1.3 connection that was itself resumed.
    if (!session.isTls13 || !session.isResumed) {
      this.#sessions.set(keyOf(peer), session);
    }
  }
}

/** A session of a connection over the TLS of Node.js. */
export const issuedTo = (socket: TLSSocket, session: Buffer): IssuedSession => ({
  ticket: serialized(session),
  isTls13: socket.getProtocol() === 'TLSv1.3',
  isResumed: socket.isSessionReused(),
});

/** The session without the prefix with the server name that Node.js adds, and does not require. */
function serialized(session: Buffer): Buffer {
  const nameAt = nodePrefix.length + lengthBytes;
  return session.subarray(0, nodePrefix.length).equals(nodePrefix)
    ? session.subarray(nameAt + session.readUInt16BE(nodePrefix.length))
    : session;
}

/** Does not depend on the client: all connections of a user to a host and port share sessions. */
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

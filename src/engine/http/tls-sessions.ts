import type { TLSSocket } from 'node:tls';

interface TlsSession {
  readonly ticket: Buffer;
  /** The session is from TLS 1.3. */
  readonly isForOnce: boolean;
}

/** TLS sessions of a user for resumption by another connection to the same server, as Java stores them. */
export class TlsSessions {
  readonly #sessions = new Map<string, TlsSession>();

  /** The ticket of a server; one of TLS 1.3 is used once. */
  take(key: string): Buffer | undefined {
    const session = this.#sessions.get(key);
    if (session?.isForOnce) {
      this.#sessions.delete(key);
    }
    return session?.ticket;
  }

  keep(key: string, socket: TLSSocket, ticket: Buffer): void {
    const isForOnce = socket.getProtocol() === 'TLSv1.3';
    // Java stores no session of a TLS 1.3 connection that was itself resumed.
    if (!isForOnce || !socket.isSessionReused()) {
      this.#sessions.set(key, { ticket, isForOnce });
    }
  }
}

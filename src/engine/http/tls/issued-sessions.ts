import { storedAddress } from './open-ssl.ts';
import type { SecureChannels } from './secure-channels.ts';

const tls13 = 0x304;
/** Limit of Node.js, which ignores larger sessions. */
const maxTicketBytes = 10 * 1024;

/** A session that a server has issued. */
export interface IssuedSession {
  /** As OpenSSL serializes it; the sessions of Node.js have the same form. */
  readonly ticket: Buffer;
  readonly isTls13: boolean;
  /** The connection itself has resumed a session. */
  readonly isResumed: boolean;
}

/** Detects new sessions of a connection; its `SSL` has only the latest one. */
export class IssuedSessions {
  readonly #channels: SecureChannels;
  readonly #handle: bigint;
  /** The latest session. The reference to it ensures that a new session has another address. */
  #session: bigint;

  /** To be called after the handshake. */
  constructor(channels: SecureChannels, handle: bigint) {
    this.#channels = channels;
    this.#handle = handle;
    this.#session = channels.ssl.SSL_get1_session(handle);
  }

  /** The session of the handshake itself. With TLS 1.3, sessions follow later. */
  ofHandshake(): IssuedSession | undefined {
    const { ssl } = this.#channels;
    const isIssued =
      ssl.SSL_version(this.#handle) !== tls13 &&
      ssl.SSL_session_reused(this.#handle) === 0 &&
      ssl.SSL_SESSION_is_resumable(this.#session) === 1;
    return isIssued ? this.#serialize() : undefined;
  }

  /** A session issued since the last call. */
  next(): IssuedSession | undefined {
    const { ssl } = this.#channels;
    const session = ssl.SSL_get1_session(this.#handle);
    const isNew = session !== this.#session;
    ssl.SSL_SESSION_free(this.#session);
    this.#session = session;
    return isNew ? this.#serialize() : undefined;
  }

  #serialize(): IssuedSession | undefined {
    const { ssl } = this.#channels;
    const bytes = ssl.i2d_SSL_SESSION(this.#session, null);
    if (bytes > maxTicketBytes) {
      return undefined;
    }
    const ticket = this.#channels.written((address) => {
      storedAddress(address, (slot) => ssl.i2d_SSL_SESSION(this.#session, slot));
      return bytes;
    });
    return {
      ticket,
      isTls13: ssl.SSL_version(this.#handle) === tls13,
      isResumed: ssl.SSL_session_reused(this.#handle) === 1,
    };
  }

  free(): void {
    this.#channels.ssl.SSL_SESSION_free(this.#session);
    this.#session = 0n;
  }
}

/** Prepares a connection to resume a session. A session that OpenSSL cannot read is ignored, as by Node.js. */
export function resumeSession(channels: SecureChannels, handle: bigint, ticket: Buffer): void {
  const { ssl, pieceAddress } = channels;
  channels.load(ticket, 0, ticket.length);
  let session = 0n;
  storedAddress(pieceAddress, (slot) => {
    session = ssl.d2i_SSL_SESSION(0n, slot, BigInt(ticket.length));
  });
  if (session !== 0n) {
    ssl.SSL_set_session(handle, session);
    ssl.SSL_SESSION_free(session);
  }
}

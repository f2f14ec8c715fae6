import type { PinnedBuffer } from '../pinned-buffer.ts';
import { type IssuedSession, IssuedSessions, resumeSession } from './issued-sessions.ts';
import { takeErrors } from './open-ssl-error.ts';
import { pieceBytes, type SecureChannels } from './secure-channels.ts';

const setNameCommand = 55;
/** SSL_ERROR_WANT_READ: OpenSSL continues when more is received. */
const wantRead = 2;
/** SSL_ERROR_ZERO_RETURN: the peer has sent close_notify. */
const zeroReturn = 6;
const headerBytes = 5;

/** The connection that sends and receives for a channel. */
export interface ChannelOwner {
  /** The handshake is complete. */
  hasSecured(): void;
  /** `bytes` are valid during the call. */
  hasReceived(length: number, bytes: Buffer): void;
  sendEncrypted(bytes: Buffer): void;
  keepSession(session: IssuedSession): void;
  /** The peer has sent close_notify. */
  hasEndedTls(): void;
  hasFailedTls(error: Error): void;
}

export interface ChannelOptions {
  readonly serverName: string | undefined;
  /** Of the session to resume. */
  readonly ticket: Buffer | undefined;
}

/** The client side of TLS of one connection: OpenSSL without a socket. */
export class SecureChannel {
  readonly #channels: SecureChannels;
  readonly #owner: ChannelOwner;
  /** Set until the handshake begins. */
  #options: ChannelOptions | undefined;
  /** Address of the `SSL`; 0: none. */
  #handle = 0n;
  #sessions: IssuedSessions | undefined;
  /** Data that is written after the handshake. */
  #unwritten: (Buffer | string)[] | undefined = [];
  /** The previous read ended at the end of a data record, so the next byte begins a record. */
  #isAfterData = false;

  constructor(channels: SecureChannels, owner: ChannelOwner, options: ChannelOptions) {
    this.#channels = channels;
    this.#owner = owner;
    this.#options = options;
  }

  /** Begins the handshake. */
  start(): void {
    const { ssl, context, input, output } = this.#channels;
    output.batch?.flush();
    const handle = ssl.SSL_new(context);
    if (handle === 0n) {
      this.#owner.hasFailedTls(takeErrors(ssl, true));
      return;
    }
    this.#handle = handle;
    this.#channels.open += 1;
    // `SSL_free` releases one reference to each BIO.
    ssl.BIO_up_ref(input.handle);
    ssl.BIO_up_ref(output.handle);
    ssl.SSL_set_bio(handle, input.handle, output.handle);
    ssl.SSL_set_connect_state(handle);
    const { serverName, ticket } = this.#options ?? {};
    this.#options = undefined;
    if (serverName !== undefined) {
      ssl.SSL_ctrl(handle, setNameCommand, 0n, serverName);
    }
    if (ticket !== undefined) {
      resumeSession(this.#channels, handle, ticket);
    }
    this.#continueHandshake();
  }

  #continueHandshake(): void {
    const { ssl } = this.#channels;
    ssl.ERR_clear_error();
    const result = ssl.SSL_do_handshake(this.#handle);
    if (result === 1) {
      this.#sessions = new IssuedSessions(this.#channels, this.#handle);
      this.#passSession(this.#sessions.ofHandshake());
      this.#owner.hasSecured();
      this.#writeUnwritten();
      this.#sendOutput();
    } else {
      this.#pause(result);
    }
  }

  /** Encrypts a request into the output that all channels share. Returns false if that is not possible now. */
  seal(request: string): boolean {
    const { ssl, pieceAddress } = this.#channels;
    if (this.#unwritten !== undefined || this.#handle === 0n) {
      return false;
    }
    this.#channels.load(request, 0, request.length);
    return ssl.SSL_write(this.#handle, pieceAddress, request.length) === request.length;
  }

  get output() {
    return this.#channels.output;
  }

  /** Encrypts and sends data, after the handshake if it has not completed. */
  write(data: Buffer | string): void {
    this.#unwritten ??= [];
    this.#unwritten.push(data);
    if (this.#sessions !== undefined) {
      this.#channels.output.batch?.flush();
      this.#writeUnwritten();
    }
  }

  /** Writes queued data until OpenSSL needs to receive first. */
  #writeUnwritten(): void {
    const list = this.#unwritten;
    if (list === undefined) {
      return;
    }
    this.#unwritten = [];
    for (let data = list.shift(); data !== undefined; data = list.shift()) {
      const written = this.#writePieces(data);
      if (written < data.length) {
        this.#unwritten = [written === 0 ? data : slice(data, written), ...list];
        return;
      }
    }
    this.#unwritten = undefined;
  }

  /** Returns the number of bytes written. */
  #writePieces(data: Buffer | string): number {
    const { ssl, pieceAddress } = this.#channels;
    let at = 0;
    while (at < data.length && this.#handle !== 0n) {
      const end = Math.min(at + pieceBytes, data.length);
      this.#channels.load(data, at, end);
      ssl.ERR_clear_error();
      const result = ssl.SSL_write(this.#handle, pieceAddress, end - at);
      if (result <= 0) {
        this.#pause(result);
        break;
      }
      this.#sendOutput();
      at = end;
    }
    return at;
  }

  receive(length: number, buffer: Buffer & { readonly address?: number }): void {
    const { received } = this.#channels;
    if (buffer.address !== undefined) {
      this.#receive(buffer as PinnedBuffer, length);
      return;
    }
    for (let at = 0; at < length; at += received.length) {
      buffer.copy(received, 0, at, length);
      this.#receive(received, Math.min(length - at, received.length));
    }
  }

  #receive(buffer: PinnedBuffer, length: number): void {
    const { input, output } = this.#channels;
    if (this.#handle === 0n) {
      return;
    }
    output.batch?.flush();
    input.fill(buffer.address, length);
    if (this.#sessions === undefined) {
      this.#continueHandshake();
    }
    if (this.#sessions !== undefined && input.length > 0) {
      this.#readAll(buffer, length);
    }
    input.clear();
  }

  #readAll(buffer: PinnedBuffer, length: number): void {
    const { ssl, input, output, plain, plainAddress } = this.#channels;
    let rest = input.length;
    while (this.#handle !== 0n) {
      const at = length - rest;
      ssl.ERR_clear_error();
      const bytes = ssl.SSL_read(this.#handle, plainAddress, plain.length);
      if (bytes <= 0) {
        this.#isAfterData = false;
        this.#pause(bytes);
        this.#writeUnwritten();
        return;
      }
      rest = input.length;
      // The owner may use another channel, which has the same input.
      input.clear();
      if (output.length > 0) {
        this.#sendOutput();
      }
      const isData = this.#isAfterData && length - rest - at === recordBytes(buffer, at, length);
      if (!isData) {
        this.#passSession(this.#sessions?.next());
      }
      this.#isAfterData = true;
      this.#owner.hasReceived(bytes, plain);
      if (rest === 0) {
        return;
      }
      input.fill(buffer.address + length - rest, rest);
    }
  }

  /** Handles an operation that OpenSSL did not complete. Its error queue must have been empty before the operation. */
  #pause(result: number): void {
    const { ssl } = this.#channels;
    const isInHandshake = this.#sessions === undefined;
    const reason = ssl.SSL_get_error(this.#handle, result);
    if (reason === wantRead) {
      this.#sendOutput();
      this.#passSession(this.#sessions?.next());
      return;
    }
    const error = reason === zeroReturn ? undefined : takeErrors(ssl, isInHandshake);
    this.#sendOutput();
    if (error === undefined) {
      this.#owner.hasEndedTls();
    } else {
      this.#owner.hasFailedTls(error);
    }
  }

  #sendOutput(): void {
    const { output } = this.#channels;
    if (output.length > 0) {
      this.#owner.sendEncrypted(output.take());
    }
  }

  #passSession(session: IssuedSession | undefined): void {
    if (session !== undefined) {
      this.#owner.keepSession(session);
    }
  }

  /** Frees the memory of OpenSSL. Nothing is sent or received any more. */
  free(): void {
    const handle = this.#handle;
    if (handle !== 0n) {
      this.#handle = 0n;
      this.#sessions?.free();
      this.#channels.ssl.SSL_free(handle);
      this.#channels.open -= 1;
    }
  }
}

/** Size of the record that begins at `at`, with its header; 0: the header is incomplete. */
function recordBytes(buffer: Buffer, at: number, length: number): number {
  return at + headerBytes > length
    ? 0
    : headerBytes + (((buffer[at + 3] as number) << 8) | (buffer[at + 4] as number));
}

const slice = (data: Buffer | string, start: number) =>
  typeof data === 'string' ? data.slice(start) : data.subarray(start);

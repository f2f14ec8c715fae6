import { createPrivateKey, X509Certificate } from 'node:crypto';
import { dlopen } from 'node:ffi';
import { pinnedBuffer } from '../../pinned-buffer.ts';
import type { IssuedSession } from '../issued-sessions.ts';
import { loadOpenSsl } from '../open-ssl.ts';
import { type ChannelOptions, SecureChannel } from '../secure-channel.ts';
import type { SecureChannels } from '../secure-channels.ts';

const pointer = 'uint64';
const int = 'int32';
const ssl = loadOpenSsl();
const { functions: server } = dlopen(null, {
  TLS_server_method: { return: pointer, arguments: [] },
  SSL_set_accept_state: { return: 'void', arguments: [pointer] },
  SSL_key_update: { return: int, arguments: [pointer, int] },
  SSL_renegotiate: { return: int, arguments: [pointer] },
  SSL_new_session_ticket: { return: int, arguments: [pointer] },
  SSL_shutdown: { return: int, arguments: [pointer] },
  SSL_set_num_tickets: { return: int, arguments: [pointer, pointer] },
  SSL_CTX_use_certificate_ASN1: { return: int, arguments: [pointer, int, 'pointer'] },
  SSL_CTX_use_PrivateKey_ASN1: { return: int, arguments: [int, pointer, 'pointer', 'int64'] },
});
const setMaxVersionCommand = 124;
const updateRequested = 1;
const versions = { 'TLS 1.2': 0x303n, 'TLS 1.3': 0x304n };
export type Version = keyof typeof versions;
/** EVP_PKEY_EC. */
const ellipticKey = 408;

/** `SSL_CTX` of a server. */
export function serverContext(
  version: Version,
  { keyPem, certificatePem }: { keyPem: string; certificatePem: string },
): bigint {
  const certificate = new X509Certificate(certificatePem).raw;
  const key = createPrivateKey(keyPem).export({ type: 'pkcs8', format: 'der' });
  const context = ssl.SSL_CTX_new(server.TLS_server_method());
  ssl.SSL_CTX_ctrl(context, setMaxVersionCommand, versions[version], null);
  server.SSL_CTX_use_certificate_ASN1(context, certificate.length, certificate);
  server.SSL_CTX_use_PrivateKey_ASN1(ellipticKey, context, key, BigInt(key.length));
  return context;
}

const memory = pinnedBuffer(1 << 18);

/** A channel and its server in memory. Bytes are passed on by `deliver` and `serve`. */
export class TlsPair {
  readonly channel: SecureChannel;
  /** What the channel reported, in order. */
  readonly log: string[] = [];
  readonly sessions: IssuedSession[] = [];
  /** Received by the server. */
  received = '';
  readonly #handle: bigint;
  readonly #toServer = ssl.BIO_new(ssl.BIO_s_mem());
  readonly #toClient = ssl.BIO_new(ssl.BIO_s_mem());
  readonly #memory = memory;
  readonly #address = BigInt(memory.address);

  constructor(channels: SecureChannels, context: bigint, options: Partial<ChannelOptions> = {}) {
    this.#handle = ssl.SSL_new(context);
    ssl.SSL_set_bio(this.#handle, this.#toServer, this.#toClient);
    server.SSL_set_accept_state(this.#handle);
    server.SSL_set_num_tickets(this.#handle, 0n);
    const owner = {
      hasSecured: () => this.log.push('secured'),
      hasReceived: (length: number, bytes: Buffer) => this.log.push(bytes.toString('latin1', 0, length)),
      sendEncrypted: (bytes: Buffer) => this.sendToServer(bytes),
      keepSession: (session: IssuedSession) => this.sessions.push(session),
      hasEndedTls: () => this.log.push('end'),
      hasFailedTls: (error: Error & { code?: string }) => this.log.push(`${error.code}: ${error.message}`),
    };
    this.channel = new SecureChannel(channels, owner, {
      serverName: undefined,
      ticket: undefined,
      ...options,
    });
  }

  /** Appends bytes for `serve` to read. */
  sendToServer(bytes: Buffer): void {
    bytes.copy(this.#memory);
    ssl.BIO_write(this.#toServer, this.#address, bytes.length);
  }

  /** The server continues the handshake and reads received data. */
  serve(): void {
    let bytes = ssl.SSL_read(this.#handle, this.#address, this.#memory.length);
    while (bytes > 0) {
      this.received += this.#memory.toString('latin1', 0, bytes);
      bytes = ssl.SSL_read(this.#handle, this.#address, this.#memory.length);
    }
    ssl.ERR_clear_error();
  }

  connect(): this {
    this.channel.start();
    for (let turn = 0; turn < 4; turn++) {
      this.serve();
      this.deliver();
    }
    return this;
  }

  /** The server writes a record with data, to be delivered later. */
  write(text: string): void {
    this.#memory.write(text, 'latin1');
    ssl.SSL_write(this.#handle, this.#address, text.length);
  }

  /** Asks the client for new keys. */
  updateKeys(): void {
    server.SSL_key_update(this.#handle, updateRequested);
    ssl.SSL_do_handshake(this.#handle);
  }

  renegotiate(): void {
    server.SSL_renegotiate(this.#handle);
    ssl.SSL_do_handshake(this.#handle);
  }

  issueTicket(): void {
    server.SSL_new_session_ticket(this.#handle);
    ssl.SSL_do_handshake(this.#handle);
  }

  shutdown(): void {
    server.SSL_shutdown(this.#handle);
  }

  /** Removes and returns the bytes that the server has written. */
  takeBytes(): Buffer {
    const bytes = ssl.BIO_read(this.#toClient, this.#address, this.#memory.length);
    return Buffer.from(this.#memory.subarray(0, Math.max(bytes, 0)));
  }

  /** Passes bytes of the server to the channel, in parts that end at these positions. */
  deliver(bytes = this.takeBytes(), ...ends: number[]): void {
    let start = 0;
    for (const end of [...ends, bytes.length]) {
      if (end > start) {
        this.channel.receive(end - start, bytes.subarray(start, end));
      }
      start = end;
    }
  }

  free(): void {
    this.channel.free();
    ssl.SSL_free(this.#handle);
  }
}

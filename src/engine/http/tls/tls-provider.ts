import type { SecureContext } from 'node:tls';
import type { Identity } from '../../keys/client-keys.ts';
import { javaSecureContext } from '../../keys/java-tls.ts';
import { whereAvailable } from '../io-uring.ts';
import { SecureChannels } from './secure-channels.ts';

/** Decides which connections of a thread use OpenSSL directly, and which the TLS of Node.js, which takes longer per request. */
export class TlsProvider {
  readonly #create: () => SecureChannels | undefined;
  #secureContext: SecureContext | undefined;
  #channels: SecureChannels | undefined;
  #isTried = false;

  /** `create` returns undefined where OpenSSL cannot be called. */
  constructor(create = () => whereAvailable(() => new SecureChannels())) {
    this.#create = create;
  }

  /** For connections without a client certificate over the TLS of Node.js. */
  get secureContext(): SecureContext {
    this.#secureContext ??= javaSecureContext();
    return this.#secureContext;
  }

  /** Undefined: the TLS of Node.js. It has all connections of plans with client certificates. */
  channelsFor(identity: Identity | undefined): SecureChannels | undefined {
    if (!this.#isTried) {
      this.#isTried = true;
      this.#channels = this.#create();
    }
    return identity === undefined ? this.#channels : undefined;
  }
}

import type { SecureContext } from 'node:tls';
import type { Identity } from '../../keys/client-keys.ts';
import { javaSecureContext } from '../../keys/java-tls.ts';
import { whereAvailable } from '../io-uring.ts';
import { SecureChannels } from './secure-channels.ts';

/** Decides which connections of a thread call OpenSSL directly, and which use the slower TLS of Node.js. */
export class TlsProvider {
  readonly #create: () => SecureChannels | undefined;
  #secureContext: SecureContext | undefined;
  #channels: SecureChannels | undefined;
  #isTried = false;

  /** `create` returns undefined where OpenSSL cannot be called. */
  constructor(create = () => whereAvailable(() => new SecureChannels())) {
    this.#create = create;
  }

  /** Context of connections over the TLS of Node.js without a client certificate. */
  get secureContext(): SecureContext {
    this.#secureContext ??= javaSecureContext();
    return this.#secureContext;
  }

  /** Undefined: use the TLS of Node.js, as all connections of plans with client certificates do. */
  channelsFor(identity: Identity | undefined): SecureChannels | undefined {
    if (!this.#isTried) {
      this.#isTried = true;
      this.#channels = this.#create();
    }
    return identity === undefined ? this.#channels : undefined;
  }
}

import { constants } from 'node:crypto';
import {
  createSecureContext,
  DEFAULT_CIPHERS,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';

/** Java 17's defaults, which accept servers that OpenSSL rejects. */
export const javaTls = {
  // Java's order. OpenSSL's default, a hybrid key share, takes more processor time per connection.
  ecdhCurve: 'X25519:P-256:P-384:P-521',
  // Accepts short keys and SHA-1.
  ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=0`,
  minVersion: 'TLSv1.2',
  // Accepts servers from before 2010, without secure renegotiation.
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} satisfies SecureContextOptions;

/** `own`: the client certificate. */
export const javaSecureContext = (
  own: { key: string; cert: string } | undefined = undefined,
): SecureContext => createSecureContext({ ...javaTls, ...own });

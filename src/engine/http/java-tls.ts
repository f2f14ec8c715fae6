import { constants } from 'node:crypto';
import {
  createSecureContext,
  DEFAULT_CIPHERS,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';

/** What Java 17 does by default: it takes many a server that OpenSSL would refuse. */
const javaTls: SecureContextOptions = {
  // As Java offers them, the first at once; the hybrid that OpenSSL would begin with costs each connection more.
  ecdhCurve: 'X25519:P-256:P-384:P-521',
  // Short keys and SHA-1 are fine.
  ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=0`,
  minVersion: 'TLSv1.2',
  // And so are servers from before 2010, which know nothing of safe renegotiation.
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
};

/** `own`: with which the other side is told who one is. */
export const javaSecureContext = (
  own: { key: string; cert: string } | undefined = undefined,
): SecureContext => createSecureContext({ ...javaTls, ...own });

import { javaTls } from '../../keys/java-tls.ts';
import type { OpenSsl } from './open-ssl.ts';

const setModeCommand = 33;
const setGroupsCommand = 92;
const setMinVersionCommand = 123;
/** SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS. */
const mode = 0x2n | 0x10n;
const versions = { TLSv1: 0x301n, 'TLSv1.1': 0x302n, 'TLSv1.2': 0x303n, 'TLSv1.3': 0x304n };

/** Creates an `SSL_CTX` with the settings of `javaSecureContext`. Certificates are not checked. */
export function createSslContext(ssl: OpenSsl): bigint {
  const context = ssl.SSL_CTX_new(ssl.TLS_client_method());
  const ciphers = javaTls.ciphers.split(':');
  // OpenSSL has a separate list for the cipher suites of TLS 1.3.
  const isSuite = (name: string) => name.startsWith('TLS_');
  ssl.SSL_CTX_set_options(context, BigInt(javaTls.secureOptions));
  ssl.SSL_CTX_ctrl(context, setModeCommand, mode, null);
  const isSet = [
    ssl.SSL_CTX_set_ciphersuites(context, ciphers.filter(isSuite).join(':')),
    ssl.SSL_CTX_set_cipher_list(context, ciphers.filter((name) => !isSuite(name)).join(':')),
    ssl.SSL_CTX_ctrl(context, setMinVersionCommand, versions[javaTls.minVersion], null),
    ssl.SSL_CTX_ctrl(context, setGroupsCommand, 0n, javaTls.ecdhCurve),
  ];
  if (isSet.some((result) => BigInt(result) !== 1n)) {
    throw new Error('OpenSSL does not accept the settings of TLS');
  }
  return context;
}

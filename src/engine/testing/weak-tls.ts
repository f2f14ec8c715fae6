import { webcrypto } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer } from 'node:net';
import { DEFAULT_CIPHERS } from 'node:tls';
import { inPem } from '../../api/tls/certificates.ts';
import * as x509 from '../../api/tls/x509.ts';
import { listenOnLoopback } from './target-ports.ts';

const dayMs = 24 * 3600 * 1000;

/** TLS servers with outdated settings. */
export class WeakTls {
  /** A short key, SHA-1 and the oldest ciphers, which Java still accepts. */
  readonly weakPort: number;
  /** TLS 1.1 at most, which Java rejects. */
  readonly oldPort: number;
  /** Signs with SHA-1. */
  readonly sha1Port: number;
  /** Ends each connection with the next of `alerts`. */
  readonly alertPort: number;
  readonly servers: readonly Server[];
  readonly #alerting: RawServer;

  private constructor([weak, old, sha1]: readonly [Server, Server, Server], alerting: RawServer) {
    this.servers = [weak, old, sha1];
    this.#alerting = alerting;
    this.alertPort = (alerting.address() as AddressInfo).port;
    this.sha1Port = (sha1.address() as AddressInfo).port;
    this.weakPort = (weak.address() as AddressInfo).port;
    this.oldPort = (old.address() as AddressInfo).port;
  }

  static async start(): Promise<WeakTls> {
    const { keyPem, certificatePem } = await makeWeakCertificate();
    const own = { key: keyPem, cert: certificatePem, keepAliveTimeout: 60_000 };
    const weak = createServer({ ...own, maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:@SECLEVEL=0' });
    const ciphers = `${DEFAULT_CIPHERS}:@SECLEVEL=0`;
    const old = createServer({ ...own, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers });
    const sha1 = createServer({
      ...own,
      maxVersion: 'TLSv1.2',
      ciphers: 'ECDHE-RSA-AES128-SHA:@SECLEVEL=0',
      sigalgs: 'RSA+SHA1',
    });
    const alerting = alertServer();
    for (const server of [weak, old, sha1, alerting]) {
      await listenOnLoopback(server);
    }
    return new WeakTls([weak, old, sha1], alerting);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#alerting.close(resolve));
  }
}

export const alerts = [
  10, 20, 22, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 70, 71, 80, 86, 109, 110, 112, 116, 120,
];

function alertServer(): RawServer {
  let count = 0;
  return createRawServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const alert = alerts[count++ % alerts.length] ?? 0;
      socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert]));
    });
  });
}

export async function makeWeakCertificate() {
  const keys = await webcrypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-1',
      modulusLength: 1024,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['sign', 'verify'],
  );
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=127.0.0.1',
    keys,
    signingAlgorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' },
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + dayMs),
  });
  return inPem(keys.privateKey, certificate);
}

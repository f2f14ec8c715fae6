import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { domainToASCII } from 'node:url';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import {
  expiryOf,
  fingerprintOf,
  isStillGood,
  type KeyAndCertificate,
  makeCa,
  makeServerCertificate,
} from './certificates.ts';

/** What a TLS server needs; `cert` holds the whole chain. */
export interface TlsPair {
  key: string;
  cert: string;
}

/** Where the server's certificate comes from, now and when it is renewed. */
export interface TlsSource {
  /** The present pair; made or read again when it has to be. Cheap when nothing has changed. */
  load(): Promise<TlsPair>;
  /** The CA that clients have to trust; null when the certificate is the operator's own. */
  caPath: string | null;
  /** The one CA that nodes trust, as PEM; null when those of their system do. */
  caPem: string | null;
  /** Its SHA-256 in lower-case hex. */
  caFingerprint: string | null;
  /** True when a client that dials this name or address accepts the certificate. */
  isFor(host: string): boolean;
}

export interface LocalTlsOptions {
  dataDir: string;
  /** Further names and addresses by which the service is reached. */
  hosts: readonly string[];
  clock: Clock;
  log: Log;
}

const renewMarginMs = 30 * 24 * 3600 * 1000;

/** A CA and a server certificate of our own, made once and kept in the data folder. */
export async function createLocalTls(options: LocalTlsOptions): Promise<TlsSource> {
  const paths = {
    ca: join(options.dataDir, 'ca.pem'),
    caKey: join(options.dataDir, 'tls', 'ca-key.pem'),
    server: join(options.dataDir, 'tls', 'server.pem'),
    serverKey: join(options.dataDir, 'tls', 'server-key.pem'),
  };
  await mkdir(dirname(paths.caKey), { recursive: true, mode: 0o700 });
  const ca = await loadCa(paths, options);
  const hosts = namesFor(options.hosts);

  return {
    caPath: paths.ca,
    caPem: ca.certificatePem,
    caFingerprint: fingerprintOf(ca.certificatePem),
    isFor: (host) => hosts.includes(bare(host)),
    async load() {
      const nowMs = options.clock.nowMs();
      const kept = await readPair(paths.server, paths.serverKey);
      const isGood =
        kept &&
        isStillGood(
          kept.certificatePem,
          ca.certificatePem,
          hosts,
          nowMs,
          marginFor(ca.certificatePem, nowMs),
        );
      const server = isGood ? kept : await makeServerCertificate(ca, hosts, nowMs);
      if (!isGood) {
        await writePair(paths.server, paths.serverKey, server);
        options.log.info({ hosts }, 'made a server certificate');
      }
      // The CA is sent along, so that a node that knows only its fingerprint can find it.
      return { key: server.keyPem, cert: server.certificatePem + ca.certificatePem };
    },
  };
}

/** The operator's certificate and key; read again when the files change. */
export async function createFileTls(certPath: string, keyPath: string): Promise<TlsSource> {
  let pair: (TlsPair & { stamp: string }) | undefined;
  const load = async () => {
    const stamps = await Promise.all([certPath, keyPath].map(async (path) => (await stat(path)).mtimeMs));
    const stamp = stamps.join(' ');
    if (pair?.stamp === stamp) return pair;
    const [cert, key] = await Promise.all([readFile(certPath, 'utf8'), readFile(keyPath, 'utf8')]);
    // Throws when they do not belong together, before anything uses them.
    createSecureContext({ cert, key });
    pair = { cert, key, stamp };
    return pair;
  };
  const { cert } = await load();
  const leaf = new X509Certificate(cert);
  const caPem = selfSignedEndOf(cert);
  return {
    load,
    caPath: null,
    caPem,
    caFingerprint: caPem === null ? null : fingerprintOf(caPem),
    isFor: (host) => (isIP(bare(host)) ? leaf.checkIP(bare(host)) : leaf.checkHost(bare(host))) !== undefined,
  };
}

/** A chain that ends in its own root, or is a single self-signed certificate, brings what nodes need to trust it. */
function selfSignedEndOf(chainPem: string): string | null {
  const last = chainPem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)?.at(-1);
  if (last === undefined) return null;
  const certificate = new X509Certificate(last);
  return certificate.verify(certificate.publicKey) ? certificate.toString() : null;
}

function bare(host: string): string {
  return asciiName(host.replace(/^\[|\]$/g, ''));
}

/** Names that the certificate must carry: this machine's and those by which it was told it is reached. */
export function namesFor(hosts: readonly string[]): string[] {
  const wildcards = ['', '0.0.0.0', '::', '*'];
  const all = ['localhost', '127.0.0.1', '::1', hostname(), ...hosts].map(bare);
  return [...new Set(all)].filter((host) => !wildcards.includes(host));
}

/** Certificates hold names with other letters in the form that clients ask for: `größe` as `xn--gre-6ka8i`. */
function asciiName(host: string): string {
  return /^[\x20-\x7e]*$/.test(host) ? host.toLowerCase() : domainToASCII(host);
}

async function loadCa(
  paths: { ca: string; caKey: string },
  { clock, log }: LocalTlsOptions,
): Promise<KeyAndCertificate> {
  const kept = await readPair(paths.ca, paths.caKey);
  if (kept && expiryOf(kept.certificatePem).getTime() - clock.nowMs() > renewMarginMs) return kept;
  const ca = await makeCa(clock.nowMs(), hostname());
  await writePair(paths.ca, paths.caKey, ca);
  log.info(
    { path: paths.ca },
    kept ? 'the local CA was about to expire: trust the new one' : 'made a local CA',
  );
  return ca;
}

/** Near the CA's own end a new certificate cannot last longer, so it is not made again and again. */
function marginFor(caPem: string, nowMs: number): number {
  return Math.min(renewMarginMs, (expiryOf(caPem).getTime() - nowMs) / 2);
}

async function readPair(certificatePath: string, keyPath: string): Promise<KeyAndCertificate | undefined> {
  try {
    const [certificatePem, keyPem] = await Promise.all([
      readFile(certificatePath, 'utf8'),
      readFile(keyPath, 'utf8'),
    ]);
    createSecureContext({ cert: certificatePem, key: keyPem });
    return { certificatePem, keyPem };
  } catch {
    // Missing, half-written or not belonging together: all are mended by making a new pair.
    return undefined;
  }
}

/** The key first: a certificate without its key is noticed and replaced, the other way round too. */
async function writePair(certificatePath: string, keyPath: string, pair: KeyAndCertificate): Promise<void> {
  await writeWhole(keyPath, pair.keyPem, 0o600);
  await writeWhole(certificatePath, pair.certificatePem, 0o644);
}

async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  await writeFile(draft, text, { mode });
  await chmod(draft, mode);
  await rename(draft, path);
}

import { createHash, X509Certificate } from 'node:crypto';
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

/** Key and certificate of the TLS server; `cert` contains the whole chain. */
export interface TlsPair {
  key: string;
  cert: string;
}

/** Source of the server certificate, with renewal. */
export interface TlsSource {
  /** The current pair, renewed or reloaded if necessary. Cheap if nothing has changed. */
  load(): Promise<TlsPair>;
  /** The CA that clients must trust; null for a certificate of the operator. */
  caPath: string | null;
  /** The CA that nodes trust, as PEM; null if they use the system CAs. */
  caPem: string | null;
  /** Its SHA-256 in lower-case hex. */
  caFingerprint: string | null;
  /** SHA-256 of the public key of the current certificate, in base64. */
  publicKeyPin(): string | null;
  /** Whether the certificate is valid for this name or address. */
  isFor(host: string): boolean;
}

export interface LocalTlsOptions {
  dataDir: string;
  /** Additional names and addresses of the service. */
  hosts: readonly string[];
  clock: Clock;
  log: Log;
}

const renewMarginMs = 30 * 24 * 3600 * 1000;

/** Local CA and server certificate, created once and stored in the data folder. */
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
  let publicKeyPin: string | null = null;

  return {
    caPath: paths.ca,
    caPem: ca.certificatePem,
    caFingerprint: fingerprintOf(ca.certificatePem),
    publicKeyPin: () => publicKeyPin,
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
        options.log.info({ hosts }, 'tls.certificate.created');
      }
      publicKeyPin = pinOf(server.certificatePem);
      // The chain includes the CA, so that nodes can verify it by its fingerprint.
      return { key: server.keyPem, cert: server.certificatePem + ca.certificatePem };
    },
  };
}

/** Certificate and key of the operator; reloaded when the files change. */
export async function createFileTls(certPath: string, keyPath: string): Promise<TlsSource> {
  let pair: (TlsPair & { stamp: string; publicKeyPin: string }) | undefined;
  const load = async () => {
    const stamps = await Promise.all([certPath, keyPath].map(async (path) => (await stat(path)).mtimeMs));
    const stamp = stamps.join(' ');
    if (pair?.stamp === stamp) return pair;
    const [cert, key] = await Promise.all([readFile(certPath, 'utf8'), readFile(keyPath, 'utf8')]);
    // Throws if key and certificate do not match.
    createSecureContext({ cert, key });
    pair = { cert, key, stamp, publicKeyPin: pinOf(cert) };
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
    publicKeyPin: () => pair?.publicKeyPin ?? null,
    isFor: (host) => (isIP(bare(host)) ? leaf.checkIP(bare(host)) : leaf.checkHost(bare(host))) !== undefined,
  };
}

function pinOf(certificatePem: string): string {
  const key = new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

/** The self-signed root of the chain, which nodes can trust; null if the chain has none. */
function selfSignedEndOf(chainPem: string): string | null {
  const last = chainPem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)?.at(-1);
  if (last === undefined) return null;
  const certificate = new X509Certificate(last);
  return certificate.verify(certificate.publicKey) ? certificate.toString() : null;
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase();
}

/** Names of the certificate: those of this machine and the configured ones. */
export function namesFor(hosts: readonly string[]): string[] {
  const wildcards = ['', '0.0.0.0', '::', '*'];
  const given = hosts.map(bare);
  const all = ['localhost', '127.0.0.1', '::1', hostname(), ...given].map(asciiName);
  return [...new Set(all)].filter((host) => !wildcards.includes(host));
}

/** Converts international names to the form used in certificates: `größe` to `xn--gre-6ka8i`. */
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
  log.info({ path: paths.ca }, kept ? 'tls.ca.renewed' : 'tls.ca.created');
  return ca;
}

/** Near the expiry of the CA, a certificate cannot last longer: avoids repeated renewal. */
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
    // Missing, incomplete or mismatched files: a new pair is created.
    return undefined;
  }
}

/** Writes the key first; a mismatched pair is detected and replaced at the next load. */
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

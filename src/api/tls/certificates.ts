import { createPrivateKey, KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import * as x509 from './x509.ts';

export interface KeyAndCertificate {
  keyPem: string;
  certificatePem: string;
}

const dayMs = 24 * 3600 * 1000;
/** Backdating, for clients with slow clocks. */
const backdateMs = dayMs;
const caDays = 3650;
/** Some clients reject longer validity periods. */
const serverDays = 397;

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' };

/** Creates a CA that can sign server certificates, but no other CA. */
export async function makeCa(nowMs: number, hostName: string): Promise<KeyAndCertificate> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: nameOf(`Spate local CA on ${hostName}`),
    keys,
    notBefore: new Date(nowMs - backdateMs),
    notAfter: new Date(nowMs + caDays * dayMs),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return inPem(keys.privateKey, certificate);
}

/** Creates a server certificate for these names and addresses, signed by the CA. */
export async function makeServerCertificate(
  ca: KeyAndCertificate,
  hosts: readonly string[],
  nowMs: number,
): Promise<KeyAndCertificate> {
  const keys = await makeKeys();
  const caCertificate = new x509.X509Certificate(ca.certificatePem);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: nameOf(hosts[0] ?? 'localhost'),
    // Not as text: the issuer must be identical to the CA's subject byte for byte.
    issuer: caCertificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: createPrivateKey(ca.keyPem).toCryptoKey(keyAlgorithm, false, ['sign']),
    notBefore: new Date(nowMs - backdateMs),
    notAfter: new Date(Math.min(nowMs + serverDays * dayMs, caCertificate.notAfter.getTime())),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(hosts.map(alternativeName)),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(caCertificate.publicKey),
    ],
  });
  return inPem(keys.privateKey, certificate);
}

/** SHA-256 of the certificate as lower-case hex without colons, as in a join token. */
export function fingerprintOf(certificatePem: string): string {
  return new X509Certificate(certificatePem).fingerprint256.replaceAll(':', '').toLowerCase();
}

/** Whether the certificate is signed by the CA, covers all hosts, and is valid for longer than `marginMs`. */
export function isStillGood(
  certificatePem: string,
  caPem: string,
  hosts: readonly string[],
  nowMs: number,
  marginMs: number,
): boolean {
  const certificate = new X509Certificate(certificatePem);
  const isNamed = (host: string) =>
    isIP(host)
      ? certificate.checkIP(plainAddress(host)) !== undefined
      : certificate.checkHost(host) !== undefined;
  return (
    certificate.verify(new X509Certificate(caPem).publicKey) &&
    certificate.validToDate.getTime() - nowMs > marginMs &&
    hosts.every(isNamed)
  );
}

export function expiryOf(certificatePem: string): Date {
  return new X509Certificate(certificatePem).validToDate;
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
}

/** As UTF-8 strings: the library would parse quotes and escapes in plain strings. */
function nameOf(commonName: string): x509.Name {
  return new x509.Name([{ O: [{ utf8String: 'Spate' }] }, { CN: [{ utf8String: commonName.slice(0, 64) }] }]);
}

function alternativeName(host: string): { type: 'ip' | 'dns'; value: string } {
  return isIP(host) ? { type: 'ip', value: plainAddress(host) } : { type: 'dns', value: host };
}

/** Without a zone and without the IPv4 suffix of an IPv6 address, which the library misreads. */
function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
}

export function inPem(privateKey: webcrypto.CryptoKey, certificate: x509.X509Certificate): KeyAndCertificate {
  return {
    keyPem: KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: `${certificate.toString('pem')}\n`,
  };
}

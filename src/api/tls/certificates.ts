import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  boolean,
  type Der,
  explicit,
  implicit,
  integer,
  octetString,
  oid,
  sequence,
  set,
  time,
  utf8String,
} from './der.ts';
import { ipBytes } from './ip-bytes.ts';

export interface KeyAndCertificate {
  keyPem: string;
  certificatePem: string;
}

const dayMs = 24 * 3600 * 1000;
/** Clocks of clients may be a little behind. */
const backdateMs = dayMs;
const caDays = 3650;
/** Longer ones are refused by several clients. */
const serverDays = 397;

const ids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
};

/** A CA that can sign certificates for servers, and no other CA. */
export function makeCa(nowMs: number, hostName: string): KeyAndCertificate {
  const { publicKey, privateKey } = makeKeys();
  const name = nameOf(`Spate local CA on ${hostName}`);
  return issue({
    subject: name,
    issuer: name,
    publicKey,
    privateKey,
    signingKey: privateKey,
    fromMs: nowMs - backdateMs,
    toMs: nowMs + caDays * dayMs,
    extensions: [
      extension(ids.basicConstraints, true, sequence(boolean(true), integer(0))),
      extension(ids.keyUsage, true, bitString(Buffer.from([0b0000_0110]), 1)), // keyCertSign, cRLSign
      extension(ids.extendedKeyUsage, false, sequence(oid(ids.serverAuth))),
      extension(ids.subjectKeyIdentifier, false, octetString(keyIdentifier(publicKey))),
    ],
  });
}

/** A server certificate for these names and addresses, signed by the CA. */
export function makeServerCertificate(
  ca: KeyAndCertificate,
  hosts: readonly string[],
  nowMs: number,
): KeyAndCertificate {
  const { publicKey, privateKey } = makeKeys();
  const caCertificate = new X509Certificate(ca.certificatePem);
  return issue({
    subject: nameOf(hosts[0] ?? 'localhost'),
    issuer: subjectOf(caCertificate),
    publicKey,
    privateKey,
    signingKey: createPrivateKey(ca.keyPem),
    fromMs: nowMs - backdateMs,
    toMs: Math.min(nowMs + serverDays * dayMs, caCertificate.validToDate.getTime()),
    extensions: [
      extension(ids.basicConstraints, true, sequence()),
      extension(ids.keyUsage, true, bitString(Buffer.from([0b1000_0000]), 7)), // digitalSignature
      extension(ids.extendedKeyUsage, false, sequence(oid(ids.serverAuth))),
      extension(ids.subjectAltName, false, sequence(...hosts.map(alternativeName))),
      extension(ids.subjectKeyIdentifier, false, octetString(keyIdentifier(publicKey))),
      extension(
        ids.authorityKeyIdentifier,
        false,
        sequence(implicit(0, keyIdentifier(caCertificate.publicKey))),
      ),
    ],
  });
}

/** SHA-256 of the certificate, lower-case hex without colons: what a join token carries. */
export function fingerprintOf(certificatePem: string): string {
  return new X509Certificate(certificatePem).fingerprint256.replaceAll(':', '').toLowerCase();
}

/** True when the certificate is signed by the CA, names every host, and lasts for longer than `marginMs`. */
export function isStillGood(
  certificatePem: string,
  caPem: string,
  hosts: readonly string[],
  nowMs: number,
  marginMs: number,
): boolean {
  const certificate = new X509Certificate(certificatePem);
  const isNamed = (host: string) =>
    isIP(host) ? certificate.checkIP(host) !== undefined : certificate.checkHost(host) !== undefined;
  return (
    certificate.verify(new X509Certificate(caPem).publicKey) &&
    certificate.validToDate.getTime() - nowMs > marginMs &&
    hosts.every(isNamed)
  );
}

export function expiryOf(certificatePem: string): Date {
  return new X509Certificate(certificatePem).validToDate;
}

interface Issue {
  subject: Der;
  issuer: Der;
  publicKey: KeyObject;
  privateKey: KeyObject;
  signingKey: KeyObject;
  fromMs: number;
  toMs: number;
  extensions: Der[];
}

/** RFC 5280, section 4.1, with ECDSA on P-256. */
function issue(from: Issue): KeyAndCertificate {
  const signatureAlgorithm = sequence(oid(ids.ecdsaWithSha256));
  const toBeSigned = sequence(
    explicit(0, integer(2)),
    integer(serialNumber()),
    signatureAlgorithm,
    from.issuer,
    sequence(time(new Date(from.fromMs)), time(new Date(from.toMs))),
    from.subject,
    from.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...from.extensions)),
  );
  const signature = sign('sha256', toBeSigned, from.signingKey);
  const certificate = sequence(toBeSigned, signatureAlgorithm, bitString(signature));
  return {
    keyPem: from.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: pem('CERTIFICATE', certificate),
  };
}

function makeKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function nameOf(commonName: string): Der {
  const part = (id: string, text: string) => set(sequence(oid(id), utf8String(text)));
  return sequence(part(ids.organization, 'Spate'), part(ids.commonName, commonName.slice(0, 64)));
}

/** The issuer must be byte for byte what the CA calls itself. */
function subjectOf(certificate: X509Certificate): Der {
  const commonName = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? '';
  return nameOf(commonName);
}

function extension(id: string, isCritical: boolean, value: Der): Der {
  return isCritical
    ? sequence(oid(id), boolean(true), octetString(value))
    : sequence(oid(id), octetString(value));
}

function alternativeName(host: string): Der {
  return isIP(host) ? implicit(7, ipBytes(host)) : implicit(2, Buffer.from(host));
}

/** SHA-1 of the public key's bits: the usual identifier, not a signature. */
function keyIdentifier(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return createHash('sha1').update(point).digest();
}

/** 127 bits, positive and not starting with a zero byte. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function pem(label: string, der: Der): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

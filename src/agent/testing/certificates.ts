import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

export interface TestCertificates {
  ca: string;
  caFingerprint: string;
  certificate: string;
  key: string;
}

/** A certificate authority, and a certificate of it for the given host names and IPv4 addresses. */
export function makeCertificates(hosts: { dns: string[]; ip: string[] }): TestCertificates {
  const caKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alternativeNames = sequence(
    ...hosts.dns.map((name) => der(0x82, Buffer.from(name))),
    ...hosts.ip.map((address) => der(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const isCa = extension([2, 5, 29, 19], sequence(der(0x01, Buffer.from([0xff]))), true);
  const names = extension([2, 5, 29, 17], alternativeNames, false);
  const ca = certificate('Test CA', 'Test CA', caKeys.publicKey, caKeys.privateKey, isCa);
  const leaf = certificate('Test service', 'Test CA', keys.publicKey, caKeys.privateKey, names);
  return {
    ca: pem(ca),
    caFingerprint: createHash('sha256').update(ca).digest('hex'),
    certificate: pem(leaf),
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function certificate(
  subject: string,
  issuer: string,
  key: KeyObject,
  issuerKey: KeyObject,
  ext: Buffer,
): Buffer {
  const algorithm = sequence(oid([1, 2, 840, 10045, 4, 3, 2]));
  const hourMs = 3_600_000;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name(issuer),
    sequence(time(Date.now() - hourMs), time(Date.now() + hourMs)),
    name(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(ext)),
  );
  const signature = createSign('sha256').update(body).sign(issuerKey);
  return sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
}

function name(text: string): Buffer {
  return sequence(der(0x31, sequence(oid([2, 5, 4, 3]), der(0x0c, Buffer.from(text)))));
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${text}Z`));
}

function extension(id: number[], value: Buffer, isCritical: boolean): Buffer {
  const critical = isCritical ? [der(0x01, Buffer.from([0xff]))] : [];
  return sequence(oid(id), ...critical, der(0x04, value));
}

function oid([first = 0, second = 0, ...rest]: number[]): Buffer {
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

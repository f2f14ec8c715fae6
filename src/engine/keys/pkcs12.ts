import { X509Certificate } from 'node:crypto';
import { childAt, childrenOf, type Der, integerOf, oidOf, readDer } from './der.ts';
import { BrokenKeyStore, type KeyEntry } from './key-entry.ts';
import { decryptWithPassword } from './password-encryption.ts';

const oids = {
  data: '1.2.840.113549.1.7.1',
  encrypted: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  trustedUse: '2.16.840.1.113894.746875.1.1',
};

interface Named {
  name: string | undefined;
  /** Local key ID in hexadecimal digits. */
  keyId: string | undefined;
}

interface Key extends Named {
  key: Buffer;
}

interface Certificate extends Named {
  certificate: X509Certificate;
  isTrusted: boolean;
}

/** The private keys of a PKCS #12 file, in the order and with the chains of Java 17. */
export function readPkcs12(bytes: Buffer, password: string): KeyEntry[] {
  const file = readDer(bytes);
  if (integerOf(childAt(file, 0)) !== 3) {
    throw new BrokenKeyStore('is of a version that only Java reads');
  }
  const keys: Key[] = [];
  const certificates: Certificate[] = [];
  for (const content of childrenOf(readDer(plainOf(childAt(file, 1), password)))) {
    for (const bag of childrenOf(readDer(plainOf(content, password)))) {
      readBag(bag, password, keys, certificates);
    }
  }
  return entriesOf(keys, certificates);
}

/** Content of a ContentInfo. */
function plainOf(content: Der, password: string): Buffer {
  const kind = oidOf(childAt(content, 0));
  const inner = childAt(childAt(content, 1), 0);
  if (kind === oids.data) {
    return inner.content;
  }
  if (kind !== oids.encrypted) {
    throw new BrokenKeyStore('is closed with a public key, which only Java opens');
  }
  const [, algorithm, encrypted] = childrenOf(childAt(inner, 1));
  if (!algorithm || !encrypted) {
    throw new BrokenKeyStore('has a part without content');
  }
  return decryptWithPassword(algorithm, password, encrypted.content);
}

function readBag(bag: Der, password: string, keys: Key[], certificates: Certificate[]): void {
  const [kind, wrapped, attributes] = childrenOf(bag);
  if (!kind || !wrapped) {
    throw new BrokenKeyStore('has an entry without content');
  }
  const value = childAt(wrapped, 0);
  const facts = attributes ? attributesOf(attributes) : new Map<string, Der>();
  const name = facts.get(oids.friendlyName)?.content;
  const named: Named = {
    name: name && Buffer.from(name).swap16().toString('utf16le'),
    keyId: facts.get(oids.localKeyId)?.content.toString('hex'),
  };
  if (oidOf(kind) === oids.keyBag) {
    const key = decryptWithPassword(childAt(value, 0), password, childAt(value, 1).content);
    keys.push({ ...named, key });
  } else if (oidOf(kind) === oids.certificateBag && oidOf(childAt(value, 0)) === oids.x509) {
    const certificate = new X509Certificate(childAt(childAt(value, 1), 0).content);
    certificates.push({ ...named, certificate, isTrusted: facts.has(oids.trustedUse) });
  }
}

function attributesOf(attributes: Der): Map<string, Der> {
  return new Map(
    childrenOf(attributes).map((each) => [oidOf(childAt(each, 0)), childAt(childAt(each, 1), 0)] as const),
  );
}

function entriesOf(keys: readonly Key[], all: readonly Certificate[]): KeyEntry[] {
  const certificates = all.filter(({ isTrusted }) => !isTrusted);
  const bySubject = new Map<string, X509Certificate>();
  for (const { certificate } of all) {
    if (!bySubject.has(certificate.subject)) {
      bySubject.set(certificate.subject, certificate);
    }
  }
  let unnamed = 0;
  // An entry of the same name replaces the earlier one, at its position.
  const entries = new Map<string, KeyEntry>();
  for (const key of keys) {
    const alias = (key.name ?? String(++unnamed)).toLowerCase();
    const isOnly = keys.length === 1;
    const own = matching(alias, isOnly ? { ...key, keyId: key.keyId ?? only } : key, certificates, isOnly);
    if (!own) {
      throw new BrokenKeyStore(`has no certificate for the key ${alias}`);
    }
    entries.set(alias, { alias, key: key.key, chain: chainOf(own, bySubject) });
  }
  return [...entries.values()];
}

/** Local key ID that Java assumes for an only key without one. */
const only = '3031';

/** The certificate of a key: by local key ID and name, else by ID, else by name. */
function matching(
  alias: string,
  { keyId }: Key,
  certificates: readonly Certificate[],
  isOnly: boolean,
): X509Certificate | undefined {
  const isSameId = (each: Certificate, index: number) =>
    keyId !== undefined && keyId === (each.keyId ?? (isOnly && index === 0 ? only : undefined));
  const isSameName = ({ name }: Certificate) => name?.toLowerCase() === alias;
  const found =
    certificates.find((each, index) => isSameId(each, index) && isSameName(each)) ??
    certificates.findLast(isSameId) ??
    certificates.findLast(isSameName);
  return found?.certificate;
}

function chainOf(own: X509Certificate, bySubject: ReadonlyMap<string, X509Certificate>): Buffer[] {
  const chain: X509Certificate[] = [];
  for (
    let next: X509Certificate | undefined = own;
    next && !chain.includes(next);
    next = bySubject.get(next.issuer)
  ) {
    chain.push(next);
    if (next.issuer === next.subject) {
      break;
    }
  }
  return chain.map(({ raw }) => raw);
}

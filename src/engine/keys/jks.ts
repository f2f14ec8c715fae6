import { createHash } from 'node:crypto';
import { childAt, oidOf, readDer } from './der.ts';
import { inHashtableOrder } from './hashtable-order.ts';
import { BrokenKeyStore, type KeyEntry } from './key-entry.ts';
import { bigEndian } from './password-encryption.ts';

export const jksMagic = 0xfeedfeed;

const wrongPassword = 'cannot be opened with the password that is given';

/** The private keys of a JKS file, in Java's order of aliases. */
export function readJks(bytes: Buffer, password: string): KeyEntry[] {
  const secret = bigEndian(password);
  const body = bytes.subarray(0, -20);
  const seal = createHash('sha1').update(secret).update('Mighty Aphrodite').update(body).digest();
  if (!seal.equals(bytes.subarray(-20))) {
    throw new BrokenKeyStore(wrongPassword);
  }
  const reader = new Reader(body);
  reader.number();
  const version = reader.number();
  const count = reader.number();
  // Includes trusted certificates, because they affect the order of aliases.
  const entries = new Map<string, KeyEntry | undefined>();
  for (let index = 0; index < count; index++) {
    const isKey = reader.number() === 1;
    const alias = reader.text();
    // Creation date.
    reader.take(8);
    if (!isKey) {
      reader.certificate(version);
      entries.set(alias, undefined);
      continue;
    }
    const hidden = reader.block();
    const length = reader.number();
    const chain = Array.from({ length }, () => reader.certificate(version));
    entries.set(alias, { alias, key: unhide(hidden, secret), chain });
  }
  return inHashtableOrder([...entries.keys()]).flatMap((alias) => entries.get(alias) ?? []);
}

/** Reads big-endian numbers of four bytes. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    if (taken.length < length) {
      throw new BrokenKeyStore('breaks off');
    }
    this.#at += length;
    return taken;
  }

  number(): number {
    return this.take(4).readUInt32BE();
  }

  text(): string {
    return this.take(this.take(2).readUInt16BE()).toString('utf8');
  }

  block(): Buffer {
    return this.take(this.number());
  }

  certificate(version: number): Buffer {
    if (version === 2 && this.text() !== 'X.509') {
      throw new BrokenKeyStore('has a certificate that is not of X.509');
    }
    return this.block();
  }
}

/** Keys are encrypted with Sun's method: salt, key and checksum, the key XORed with a chain of hashes. */
function unhide(hidden: Buffer, secret: Buffer): Buffer {
  const info = readDer(hidden);
  const algorithm = oidOf(childAt(childAt(info, 0), 0));
  if (algorithm !== '1.3.6.1.4.1.42.2.17.1.1') {
    throw new BrokenKeyStore('hides a key in a way that only Java knows');
  }
  const { content } = childAt(info, 1);
  const key = Buffer.from(content.subarray(20, -20));
  let row = content.subarray(0, 20);
  for (let at = 0; at < key.length; at += 20) {
    row = createHash('sha1').update(secret).update(row).digest();
    for (let index = at; index < Math.min(key.length, at + 20); index++) {
      key[index] = (key[index] ?? 0) ^ (row[index - at] ?? 0);
    }
  }
  const check = createHash('sha1').update(secret).update(key).digest();
  if (!check.equals(content.subarray(-20))) {
    throw new BrokenKeyStore('has a key with a password of its own');
  }
  return key;
}

import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { childAt, childrenOf, type Der, derTags, integerOf, oidOf } from './der.ts';
import { decryptRc2 } from './rc2.ts';

/** An unsupported encryption algorithm. */
class UnknownEncryption extends Error {}

/** Decrypts with a password, by `algorithm` (an AlgorithmIdentifier). */
export function decryptWithPassword(algorithm: Der, password: string, encrypted: Buffer): Buffer {
  const oid = oidOf(childAt(algorithm, 0));
  const parameters = childAt(algorithm, 1);
  if (oid === '1.2.840.113549.1.5.13') {
    return decryptNew(parameters, password, encrypted);
  }
  const old = oldCiphers[oid];
  if (!old) {
    throw new UnknownEncryption(oid);
  }
  const salt = childAt(parameters, 0).content;
  const rounds = integerOf(childAt(parameters, 1));
  const key = deriveOld(password, salt, rounds, 1, old.keyBytes);
  const iv = deriveOld(password, salt, rounds, 2, 8);
  if (old.cipher === 'rc2') {
    return withoutPadding(decryptRc2(key, iv, encrypted));
  }
  return decipher(old.cipher, key, iv, encrypted);
}

/** Encryption algorithms of PKCS #12 itself (SHA-1), by OID. */
const oldCiphers: Readonly<Record<string, { cipher: string; keyBytes: number }>> = {
  '1.2.840.113549.1.12.1.3': { cipher: 'des-ede3-cbc', keyBytes: 24 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', keyBytes: 5 },
};

/** Encryption schemes of PBES2 (PKCS #5) with PBKDF2, by OID. */
const newCiphers: Readonly<Record<string, { cipher: string; keyBytes: number }>> = {
  '2.16.840.1.101.3.4.1.2': { cipher: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { cipher: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { cipher: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { cipher: 'des-ede3-cbc', keyBytes: 24 },
};

const digests: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

function decryptNew(parameters: Der, password: string, encrypted: Buffer): Buffer {
  const derivation = childAt(parameters, 0);
  const scheme = childAt(parameters, 1);
  const cipher = newCiphers[oidOf(childAt(scheme, 0))];
  const [salt, rounds, ...rest] = childrenOf(childAt(derivation, 1));
  const prf = rest.find(({ tag }) => tag === derTags.sequence);
  const digest = prf ? digests[oidOf(childAt(prf, 0))] : 'sha1';
  if (oidOf(childAt(derivation, 0)) !== '1.2.840.113549.1.5.12' || !cipher || !digest || !salt || !rounds) {
    throw new UnknownEncryption(oidOf(childAt(scheme, 0)));
  }
  const key = pbkdf2Sync(password, salt.content, integerOf(rounds), cipher.keyBytes, digest);
  return decipher(cipher.cipher, key, childAt(scheme, 1).content, encrypted);
}

function decipher(cipher: string, key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const work = createDecipheriv(cipher, key, iv);
  return Buffer.concat([work.update(encrypted), work.final()]);
}

function withoutPadding(plain: Buffer): Buffer {
  const count = plain.at(-1) ?? 0;
  return plain.subarray(0, Math.max(0, plain.length - count));
}

const blockBytes = 64;

/** Key derivation of PKCS #12 (RFC 7292, B.2) with SHA-1; `use` is 1 for keys and 2 for initialization vectors. */
function deriveOld(password: string, salt: Buffer, rounds: number, use: number, bytes: number): Buffer {
  const start = Buffer.alloc(blockBytes, use);
  const source = Buffer.concat([fillBlocks(salt), fillBlocks(bigEndian(`${password}\0`))]);
  const made: Buffer[] = [];
  for (let size = 0; size < bytes; size += 20) {
    let hash = createHash('sha1').update(start).update(source).digest();
    for (let round = 1; round < rounds; round++) {
      hash = createHash('sha1').update(hash).digest();
    }
    made.push(hash);
    addToBlocks(source, hash);
  }
  return Buffer.concat(made).subarray(0, bytes);
}

/** UTF-16, big-endian. */
export const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

function fillBlocks(bytes: Buffer): Buffer {
  const size = Math.ceil(bytes.length / blockBytes) * blockBytes;
  return bytes.length === 0 ? bytes : Buffer.alloc(size, bytes);
}

/** Adds the hash, repeated to the block size, plus one to each block, modulo 2^512 (RFC 7292, B.2, step 6C). */
function addToBlocks(source: Buffer, hash: Buffer): void {
  const added = Buffer.alloc(blockBytes, hash);
  for (let at = 0; at < source.length; at += blockBytes) {
    let carry = 1;
    for (let index = blockBytes - 1; index >= 0; index--) {
      carry += (source[at + index] ?? 0) + (added[index] ?? 0);
      source[at + index] = carry & 0xff;
      carry >>= 8;
    }
  }
}

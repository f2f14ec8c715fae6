import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createOnce } from './create-once.ts';

/** Encrypts secrets that must be shown again: AES-256-GCM with a key outside of the database. */
export interface Sealer {
  seal(secret: string): Buffer;
  /** Throws when the bytes were encrypted with another key, or modified. */
  open(sealed: Buffer): string;
}

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const version = 1;

/** Loads the key from the file, which is created with mode 0600 if missing. */
export async function openSealer(keyFile: string): Promise<Sealer> {
  return createSealer(await readOrMakeKey(keyFile));
}

/** `key` has 32 bytes. */
export function createSealer(key: Buffer): Sealer {
  return {
    seal(secret) {
      const iv = randomBytes(ivBytes);
      const encrypt = createCipheriv(cipher, key, iv, { authTagLength: tagBytes });
      const text = Buffer.concat([encrypt.update(secret, 'utf8'), encrypt.final()]);
      return Buffer.concat([Buffer.of(version), iv, encrypt.getAuthTag(), text]);
    },
    open(sealed) {
      if (sealed[0] !== version || sealed.length < 1 + ivBytes + tagBytes)
        throw new Error('The bytes are not in the sealed format.');
      const iv = sealed.subarray(1, 1 + ivBytes);
      const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
      const decrypt = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAuthTag(tag);
      const text = sealed.subarray(1 + ivBytes + tagBytes);
      return Buffer.concat([decrypt.update(text), decrypt.final()]).toString('utf8');
    },
  };
}

/** Hash for the lookup of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

async function readOrMakeKey(keyFile: string): Promise<Buffer> {
  const found = await readKey(keyFile);
  if (found) return found;
  await createOnce(keyFile, randomBytes(keyBytes));
  const key = await readKey(keyFile);
  if (!key) throw new Error(`The key file ${keyFile} was deleted.`);
  return key;
}

async function readKey(keyFile: string): Promise<Buffer | undefined> {
  try {
    const key = await readFile(keyFile);
    if (key.length === keyBytes) return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  throw new Error(`The key file ${keyFile} does not have ${keyBytes} bytes. Restore it from a backup.`);
}

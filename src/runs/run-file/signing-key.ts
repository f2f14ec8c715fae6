import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Sealer } from '../../lib/seal.ts';
import type { Database } from '../../store/database.ts';
import { findOrMakeKey } from '../../store/service-keys.ts';

/** The key of the service for run files. */
export interface SigningKey {
  /** PEM, SPKI. */
  publicKey: string;
  fingerprint: string;
  /** In base64. */
  sign(bytes: Buffer): string;
}

interface StoredKey {
  publicKey: string;
  /** Sealed, in base64. */
  privateKey: string;
}

/** Shared by all services on the database; created on first use. */
export async function signingKeyOf(database: Database, sealer: Sealer): Promise<SigningKey> {
  const stored = await findOrMakeKey<StoredKey>(database, 'run file signature', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return {
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      privateKey: sealer.seal(pem).toString('base64'),
    };
  });
  const privateKey = createPrivateKey(sealer.open(Buffer.from(stored.privateKey, 'base64')));
  return {
    publicKey: stored.publicKey,
    fingerprint: fingerprintOf(createPublicKey(stored.publicKey)),
    sign: (bytes) => sign(null, bytes, privateKey).toString('base64'),
  };
}

/** The fingerprint of the key if the signature is valid; undefined for other keys than Ed25519. */
export function checkSignature(
  bytes: Buffer,
  { publicKey, signature }: { publicKey: string; signature: string },
): { fingerprint: string; isValid: boolean } | undefined {
  try {
    const key = createPublicKey(publicKey);
    if (key.asymmetricKeyType !== 'ed25519') return undefined;
    return {
      fingerprint: fingerprintOf(key),
      isValid: verify(null, bytes, key, Buffer.from(signature, 'base64')),
    };
  } catch {
    return undefined;
  }
}

function fingerprintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

import { jksMagic, readJks } from './jks.ts';
import { BrokenKeyStore, type KeyEntry } from './key-entry.ts';
import { readPkcs12 } from './pkcs12.ts';

/** The private keys of a key store. As in Java, its content determines the type, not its name. */
export function readKeyStore(bytes: Buffer, password: string): KeyEntry[] {
  if (bytes.length >= 32 && bytes.readUInt32BE() === jksMagic) {
    return readJks(bytes, password);
  }
  try {
    return readPkcs12(bytes, password);
  } catch (error) {
    if (error instanceof BrokenKeyStore) {
      throw error;
    }
    // A wrong password decrypts to invalid data.
    throw new BrokenKeyStore('cannot be read: it is no key store, or its password is another');
  }
}

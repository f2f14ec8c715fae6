import { jksMagic, readJks } from './jks.ts';
import { BrokenKeyStore, type KeyEntry } from './key-entry.ts';
import { readPkcs12 } from './pkcs12.ts';

/** The private keys of a key store. As in Java its bytes say of which type it is, whatever it is called. */
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
    // A wrong password makes something of it that is nothing.
    throw new BrokenKeyStore('cannot be read: it is no key store, or its password is another');
  }
}

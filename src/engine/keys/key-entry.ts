/** A private key of a key store with its certificates. */
export interface KeyEntry {
  /** As Java tells it. */
  readonly alias: string;
  /** PKCS #8. */
  readonly key: Buffer;
  /** The key's own first, then those that vouch for it. */
  readonly chain: readonly Buffer[];
}

/** What is wrong with a key store, for a sentence that begins with its name. */
export class BrokenKeyStore extends Error {}

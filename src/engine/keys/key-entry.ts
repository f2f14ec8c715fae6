/** A private key of a key store with its certificates. */
export interface KeyEntry {
  /** As reported by Java. */
  readonly alias: string;
  /** PKCS #8. */
  readonly key: Buffer;
  /** Certificate chain, leaf first. */
  readonly chain: readonly Buffer[];
}

/** Error of a key store, as a predicate after its name. */
export class BrokenKeyStore extends Error {}

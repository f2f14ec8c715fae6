export interface Credentials {
  /** With the domain as prefix, if there is one: `DOMAIN\name`. */
  readonly userName: string;
  readonly password: string;
}

interface Stored {
  readonly host: string;
  readonly port: number;
  /** Undefined matches all realms. */
  readonly realm: string | undefined;
  readonly credentials: Credentials;
}

/** HttpClient's BasicCredentialsProvider: of equally good matches, the first one in the order of Java's hash map. */
export class CredentialsStore {
  readonly #entries = new Map<string, Stored>();

  set(host: string, port: number, realm: string | undefined, credentials: Credentials): void {
    const entry = { host: host.toLowerCase(), port, realm, credentials };
    this.#entries.set(`${entry.host} ${port} ${realm === undefined ? '' : `=${realm}`}`, entry);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** An undefined realm matches every entry. */
  find(host: string, port: number, realm: string | undefined): Credentials | undefined {
    const wanted = host.toLowerCase();
    const fitting = [...this.#entries.values()].filter(
      (entry) =>
        entry.host === wanted &&
        entry.port === port &&
        (entry.realm === realm || entry.realm === undefined || realm === undefined),
    );
    const same = fitting.filter((entry) => entry.realm === realm);
    const best = same.length > 0 ? same : fitting;
    return best.length < 2 ? best[0]?.credentials : this.#firstInJava(best)?.credentials;
  }

  #firstInJava(entries: readonly Stored[]): Stored | undefined {
    let buckets = 16;
    while (this.#entries.size > buckets * 0.75) {
      buckets *= 2;
    }
    return entries.toSorted((left, right) => bucketOf(left, buckets) - bucketOf(right, buckets))[0];
  }
}

function bucketOf({ host, port, realm }: Stored, buckets: number): number {
  let hash = 17;
  for (const part of [hashOf(host), port, realm === undefined ? 0 : hashOf(realm), 0]) {
    hash = (Math.imul(hash, 37) + part) | 0;
  }
  return (hash ^ (hash >>> 16)) & (buckets - 1);
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return hash;
}

import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { javaAddress } from './java-address.ts';

/** Resolves host names. */
export interface HostNames {
  readonly lookup: LookupFunction;
  /** Last resolved addresses of a name, each in Java's notation: `name/address`. */
  peersOf(host: string): string[];
}

/** A static host: its addresses, or names of other hosts. */
export interface StaticHost {
  readonly name: string;
  readonly addresses: readonly string[];
}

interface Found {
  addresses: LookupAddress[];
  peers: string[];
}

/** Host name cache of one user. */
export class HostNameCache implements HostNames {
  readonly #names: HostNames;
  readonly #staticHosts: () => readonly StaticHost[];
  readonly #onNowhere: (host: string) => void;
  readonly #found = new Map<string, Found>();

  /** `staticHosts` take precedence over `names`; `onNowhere` is called for a static host without an address. */
  constructor(names: HostNames, staticHosts: () => readonly StaticHost[], onNowhere: (host: string) => void) {
    this.#names = names;
    this.#staticHosts = staticHosts;
    this.#onNowhere = onNowhere;
  }

  clear(): void {
    this.#found.clear();
  }

  readonly lookup: LookupFunction = (hostname, options, callback) => {
    void this.#find(hostname).then(
      ({ addresses: [first, ...others] }) => {
        if (options.all) {
          callback(null, first ? [first, ...others] : []);
        } else {
          callback(null, first?.address ?? '', first?.family ?? 4);
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };

  peersOf(host: string): string[] {
    return this.#found.get(host)?.peers ?? this.#names.peersOf(host);
  }

  async #find(host: string): Promise<Found> {
    const kept = this.#found.get(host);
    if (kept) {
      return kept;
    }
    const meant = this.#staticHosts().find(({ name }) => name.toLowerCase() === host.toLowerCase());
    const found = meant ? await this.#findAll(meant, host) : await this.#ask(host);
    this.#found.set(host, found);
    return found;
  }

  /** Resolves the addresses of a static host. Unknown names are skipped, as in JMeter, which only logs them. */
  async #findAll({ name, addresses }: StaticHost, host: string): Promise<Found> {
    // JMeter compares the names case-sensitively here, and finds no match.
    const asked = await Promise.all(
      (name === host ? addresses : []).map((each) => this.#ask(each).catch(() => undefined)),
    );
    const found = asked.filter((each) => each !== undefined);
    if (found.length === 0) {
      this.#onNowhere(host);
    }
    return {
      addresses: found.flatMap((each) => each.addresses),
      peers: found.flatMap((each) => each.peers),
    };
  }

  #ask(host: string): Promise<Found> {
    const family = isIP(host);
    if (family !== 0) {
      return Promise.resolve({ addresses: [{ address: host, family }], peers: [`/${javaAddress(host)}`] });
    }
    return new Promise((resolve, reject) => {
      this.#names.lookup(host, { all: true }, (error, addresses) => {
        if (error) {
          reject(error);
        } else {
          resolve({ addresses: addresses as LookupAddress[], peers: this.#names.peersOf(host) });
        }
      });
    });
  }
}

import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { HostNames } from './host-names.ts';
import { javaAddress } from './java-address.ts';

/** Cache times of Java, in milliseconds. */
const foundMs = 30_000;
const notFoundMs = 10_000;

/** Message of a cached failed lookup, for which Java has a shorter message. */
export const knownMessage = 'Known to be unknown';

type Waiting = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

interface Name {
  /** Error for callers other than the one that started the lookup; null: no error. */
  error: NodeJS.ErrnoException | null;
  addresses: LookupAddress[];
  expiresAtMs: number;
  /** Callers that wait for the running lookup. */
  waiting: Waiting[] | undefined;
}

type Resolve = (hostname: string, callback: Waiting) => void;

const askSystem: Resolve = (hostname, callback) =>
  systemLookup(hostname, { all: true, order: 'ipv4first' }, callback);

/** DNS cache: one lookup for all callers, repeated after it expires. */
export class Names implements HostNames {
  readonly #known = new Map<string, Name>();
  readonly #now: () => number;
  readonly #resolve: Resolve;

  constructor(nowMs: () => number, resolve: Resolve = askSystem) {
    this.#now = nowMs;
    this.#resolve = resolve;
  }

  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#ask(hostname, (error, addresses) => {
      const [first] = addresses;
      if (error) {
        callback(error, '', 4);
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first?.address ?? '', first?.family ?? 4);
      }
    });
  };

  peersOf(host: string): string[] {
    return this.#known.get(host)?.addresses.map(({ address }) => `${host}/${javaAddress(address)}`) ?? [];
  }

  #ask(hostname: string, asker: Waiting): void {
    const known = this.#known.get(hostname);
    if (known?.waiting) {
      known.waiting.push(asker);
    } else if (known && this.#now() < known.expiresAtMs) {
      asker(known.error, known.addresses);
    } else {
      this.#lookUp(hostname, asker);
    }
  }

  #lookUp(hostname: string, asker: Waiting): void {
    const waiting = [asker];
    const name: Name = { error: null, addresses: [], expiresAtMs: 0, waiting };
    this.#known.set(hostname, name);
    this.#resolve(hostname, (error, addresses) => {
      name.error = error && Object.assign(new Error(knownMessage), { code: error.code });
      name.addresses = error ? [] : addresses;
      name.expiresAtMs = this.#now() + (error ? notFoundMs : foundMs);
      name.waiting = undefined;
      for (const [index, each] of waiting.entries()) {
        each(index === 0 ? error : name.error, name.addresses);
      }
    });
  }
}

import type { JavaUrl } from '../http/java-url.ts';

export interface StoredCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  isSecure: boolean;
  isDomainGiven: boolean;
  isPathGiven: boolean;
  version: number;
  /** Of cookies that the plan defines: their values are those of the moment, although they are compared as written. */
  now?: () => StoredCookie;
}

export type DefinedCookie = Readonly<Omit<StoredCookie, 'now'>> & { readonly now: () => StoredCookie };

/** How cookies are read, told apart and written: one of HttpClient's. */
export interface CookieSpec {
  /** Those that the server may set. */
  read(text: string, url: JavaUrl, nowMs: number): { cookie: StoredCookie; isExpired: boolean }[];
  matches(cookie: StoredCookie, url: JavaUrl): boolean;
  /** The header, of at least one. */
  write(cookies: readonly StoredCookie[]): string;
}

/** How JMeter keeps the cookies of one user. */
export class CookieJar {
  readonly #nowMs: () => number;
  readonly #defined: readonly DefinedCookie[];
  readonly #spec: CookieSpec;
  #cookies: StoredCookie[];

  constructor(nowMs: () => number, defined: readonly DefinedCookie[], spec: CookieSpec) {
    this.#nowMs = nowMs;
    this.#spec = spec;
    this.#defined = defined;
    this.#cookies = [...defined];
  }

  /** Back to what the plan defines. */
  clear(): void {
    this.#cookies = [...this.#defined];
  }

  /** What has expired since is still sent, as JMeter does. */
  headerFor(url: JavaUrl): string {
    const cookies = this.#cookies
      .map((cookie) => cookie.now?.() ?? cookie)
      .filter((cookie) => this.#spec.matches(cookie, url));
    return cookies.length === 0 ? '' : this.#spec.write(cookies);
  }

  store(setCookie: string, url: JavaUrl): void {
    for (const { cookie, isExpired } of this.#spec.read(setCookie, url, this.#nowMs())) {
      this.#remove(cookie);
      // A cookie without a value takes the old one away.
      if (!isExpired && cookie.value !== '') {
        this.#cookies.push(cookie);
      }
    }
  }

  fork(): CookieJar {
    const jar = new CookieJar(this.#nowMs, [], this.#spec);
    jar.#cookies = [...this.#cookies];
    return jar;
  }

  /** As if all were set anew, older ones too. */
  takeAll(from: CookieJar): void {
    for (const cookie of from.#cookies) {
      this.#remove(cookie);
      this.#cookies.push(cookie);
    }
  }

  #remove(cookie: StoredCookie): void {
    this.#cookies = this.#cookies.filter(
      ({ name, path, domain }) => name !== cookie.name || path !== cookie.path || domain !== cookie.domain,
    );
  }
}

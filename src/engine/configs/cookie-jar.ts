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
  /** For cookies defined in the plan: the value is evaluated when sent, but compared unevaluated. */
  now?: () => StoredCookie;
}

export type DefinedCookie = Readonly<Omit<StoredCookie, 'now'>> & { readonly now: () => StoredCookie };

/** A cookie specification of HttpClient. */
export interface CookieSpec {
  /** Parses the cookies that the server may set. */
  read(text: string, url: JavaUrl, nowMs: number): { cookie: StoredCookie; isExpired: boolean }[];
  matches(cookie: StoredCookie, url: JavaUrl): boolean;
  /** Formats the `Cookie` header; needs at least one cookie. */
  write(cookies: readonly StoredCookie[]): string;
}

/** The cookies of one user, as JMeter stores them. */
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

  /** Resets to the cookies of the plan. */
  clear(): void {
    this.#cookies = [...this.#defined];
  }

  /** Cookies that have expired since they were stored are still sent, as in JMeter. */
  headerFor(url: JavaUrl): string {
    const cookies = this.#cookies
      .map((cookie) => cookie.now?.() ?? cookie)
      .filter((cookie) => this.#spec.matches(cookie, url));
    return cookies.length === 0 ? '' : this.#spec.write(cookies);
  }

  store(setCookie: string, url: JavaUrl): void {
    for (const { cookie, isExpired } of this.#spec.read(setCookie, url, this.#nowMs())) {
      this.#remove(cookie);
      // An empty value deletes the cookie.
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

  /** Stores all cookies of another jar, also over newer ones of this jar. */
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

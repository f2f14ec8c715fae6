import { randomBytes } from 'node:crypto';
import { encodeText } from '../form-encoding.ts';
import type { HttpRequest } from '../http-request.ts';
import { requestTarget } from '../java-uri.ts';
import { type Challenge, readChallenges } from './challenges.ts';
import type { Credentials } from './credentials.ts';
import { digestHeader, type NonceUse } from './digest.ts';

type State = 'unchallenged' | 'challenged' | 'handshake' | 'success' | 'failure';

interface Scheme {
  readonly name: 'basic' | 'digest';
  challenge: Challenge | undefined;
  readonly use: NonceUse;
}

interface Option {
  readonly scheme: Scheme;
  readonly credentials: Credentials;
}

/** The available credentials, evaluated for each request. */
export interface CredentialSource {
  /** Sent preemptively, before any challenge. */
  beforehand(request: HttpRequest): Credentials | undefined;
  /** Credentials for the realm of a challenge. */
  forRealm(request: HttpRequest, realm: string | undefined): Credentials | undefined;
  /** Refuses a scheme that this engine does not support. */
  refuse(scheme: string): void;
}

const newScheme = (name: Scheme['name'], challenge?: Challenge): Scheme => ({
  name,
  challenge,
  use: { nonce: '', count: 0, cnonce: '' },
});

/**
 * Authentication towards the target or a proxy: HttpClient's AuthState with its authenticator, step by step, because
 * the steps decide which requests are repeated and when it gives up.
 */
export class AuthExchange {
  readonly #source: CredentialSource;
  readonly #challengeHeader: string;
  readonly #status: number;
  #state: State = 'unchallenged';
  #scheme: Scheme | undefined;
  #credentials: Credentials | undefined;
  #options: Option[] | undefined;
  #isAnswering = false;

  constructor(source: CredentialSource, side: 'target' | 'proxy') {
    this.#source = source;
    this.#challengeHeader = side === 'target' ? 'WWW-Authenticate' : 'Proxy-Authenticate';
    this.#status = side === 'target' ? 401 : 407;
  }

  /** Resets the state for another host. */
  reset(): void {
    this.#state = 'unchallenged';
    this.#scheme = undefined;
    this.#credentials = undefined;
    this.#options = undefined;
  }

  /** Value of the authorization header, if any; `hasOwn`: the plan sets the header itself. */
  headerFor(request: HttpRequest, hasOwn: boolean): string | undefined {
    if (!this.#isAnswering) {
      const credentials = this.#source.beforehand(request);
      if (credentials && this.#scheme === undefined && this.#state === 'unchallenged') {
        this.#state = 'challenged';
        this.#scheme = newScheme('basic');
        this.#credentials = credentials;
        this.#options = undefined;
      }
    }
    this.#isAnswering = false;
    return hasOwn ? undefined : this.#generate(request);
  }

  /** Returns true when the request has to be sent again. */
  isAskedAgain(status: number, head: string, request: HttpRequest): boolean {
    if (status !== this.#status) {
      if (this.#state === 'challenged' || this.#state === 'handshake') {
        this.#state = 'success';
      } else if (this.#state !== 'success') {
        this.#state = 'unchallenged';
      }
      return false;
    }
    this.#isAnswering = this.#takeChallenge(readChallenges(head, this.#challengeHeader), request);
    return this.#isAnswering;
  }

  #takeChallenge(challenges: ReadonlyMap<string, Challenge>, request: HttpRequest): boolean {
    if (challenges.size === 0 || this.#state === 'failure') {
      return false;
    }
    if (this.#state === 'success') {
      this.reset();
    } else {
      const scheme = this.#scheme;
      if (scheme === undefined && this.#state !== 'unchallenged') {
        return this.#fail();
      }
      if (scheme) {
        const challenge = challenges.get(scheme.name);
        if (challenge) {
          scheme.challenge = challenge;
          if (scheme.name === 'basic' || challenge.get('stale')?.toLowerCase() !== 'true') {
            return this.#fail();
          }
          this.#state = 'handshake';
          return true;
        }
        this.reset();
      }
    }
    const options = this.#select(challenges, request);
    if (options.length === 0) {
      return false;
    }
    this.#state = 'challenged';
    this.#options = options;
    this.#scheme = undefined;
    this.#credentials = undefined;
    return true;
  }

  #fail(): false {
    this.reset();
    this.#state = 'failure';
    return false;
  }

  #select(challenges: ReadonlyMap<string, Challenge>, request: HttpRequest): Option[] {
    for (const name of ['negotiate', 'kerberos', 'ntlm']) {
      if (challenges.has(name) && this.#source.forRealm(request, undefined)) {
        this.#source.refuse(name);
        return [];
      }
    }
    const options: Option[] = [];
    for (const name of ['digest', 'basic'] as const) {
      const challenge = challenges.get(name);
      if (challenge === undefined) {
        continue;
      }
      if (name === 'digest' && challenge.size === 0) {
        // HttpClient treats the challenge as malformed and gives up.
        return [];
      }
      const credentials = this.#source.forRealm(request, challenge.get('realm'));
      if (credentials) {
        options.push({ scheme: newScheme(name, challenge), credentials });
      }
    }
    return options;
  }

  #generate(request: HttpRequest): string | undefined {
    if (this.#state === 'failure') {
      return undefined;
    }
    if (this.#state === 'challenged' && this.#options) {
      for (let next = this.#options.shift(); next; next = this.#options?.shift()) {
        this.#scheme = next.scheme;
        this.#credentials = next.credentials;
        const header = headerOf(next.scheme, next.credentials, request);
        if (header !== undefined) {
          this.#options = undefined;
          return header;
        }
      }
      this.#options = undefined;
      return undefined;
    }
    return this.#scheme && this.#credentials ? headerOf(this.#scheme, this.#credentials, request) : undefined;
  }
}

function headerOf(scheme: Scheme, credentials: Credentials, request: HttpRequest): string | undefined {
  if (scheme.name === 'basic') {
    const bytes = encodeText(`${credentials.userName}:${credentials.password}`, 'US-ASCII');
    return `Basic ${bytes.toString('base64')}`;
  }
  const { method, url, entity, wireTarget } = request;
  return digestHeader(
    scheme.challenge ?? new Map(),
    credentials,
    { method, target: wireTarget ?? requestTarget(url), body: entity?.bytes },
    scheme.use,
    () => randomBytes(8).toString('hex'),
  );
}

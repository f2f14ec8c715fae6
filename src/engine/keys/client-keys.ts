import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SecureContext } from 'node:tls';
import type { CompileContext, User } from '../core.ts';
import { javaSecureContext } from './java-tls.ts';
import { BrokenKeyStore, type KeyEntry } from './key-entry.ts';
import { readKeyStore } from './read-key-store.ts';

/** Client certificate of a user. */
export interface Identity {
  /** Undefined: no client certificate. */
  readonly secureContext: SecureContext | undefined;
  /** Message of Java's exception when a server requests a certificate; undefined: none. */
  readonly problem: string | undefined;
  /** Called when the connection is established, with whether the server requested a certificate. */
  settle(wasAsked: boolean): void;
}

export interface KeyStoreSettings {
  startIndex: number;
  /** -1: to the end. */
  endIndex: number;
  /** The variable with the alias of the key; empty: each connection uses the next one. */
  aliasVariable: string;
}

/** Settings without a Keystore Configuration: the first key. */
const noSettings: KeyStoreSettings = { startIndex: 0, endIndex: 0, aliasVariable: '' };

const clientKeysKey = Symbol('client keys');

export const clientKeysOf = (context: CompileContext): ClientKeys =>
  context.shared(clientKeysKey, () => new ClientKeys(context));

/** Client keys of users: JMeter's SSLManager with its key store. */
export class ClientKeys {
  readonly #context: CompileContext;
  #settings: KeyStoreSettings | undefined;
  #entries: readonly KeyEntry[] | undefined;
  readonly #secureContexts = new Map<KeyEntry, SecureContext>();

  constructor(context: CompileContext) {
    this.#context = context;
  }

  /** Whether a key store is configured. Without one, connections use no client certificate. */
  get isUsed(): boolean {
    return this.#settings !== undefined || this.#property('keyStore') !== '';
  }

  get isConfigured(): boolean {
    return this.#settings !== undefined;
  }

  configure(settings: KeyStoreSettings): void {
    this.#settings = settings;
  }

  /** Reads the key store, if any; an error ends the test. */
  load(user: User): readonly KeyEntry[] {
    if (!this.#entries) {
      try {
        this.#entries = this.#read();
      } catch (error) {
        if (!(error instanceof BrokenKeyStore)) {
          throw error;
        }
        this.#entries = [];
        user.runner.refuse(`The key store ${this.#property('keyStore')} ${error.message}.`);
      }
    }
    return this.#entries;
  }

  #read(): KeyEntry[] {
    const name = this.#property('keyStore');
    const path = resolve(this.#context.environment.filesFolder, name);
    if (name.toUpperCase() === 'NONE') {
      throw new BrokenKeyStore('is a device, which only Apache JMeter can ask');
    }
    // JMeter treats a missing file as an empty store.
    if (name === '' || !existsSync(path)) {
      return [];
    }
    const password = this.#property('keyStorePassword');
    if (password === '') {
      throw new BrokenKeyStore(
        'needs a password: add -Djavax.net.ssl.keyStorePassword=… to override_parameters',
      );
    }
    const { startIndex, endIndex } = this.#settings ?? noSettings;
    const entries = readKeyStore(readFileSync(path), password);
    const meant = entries.slice(startIndex, endIndex === -1 ? undefined : endIndex + 1);
    if (meant.length === 0) {
      throw new BrokenKeyStore('has no key with such an index');
    }
    return meant;
  }

  #property(name: string): string {
    return this.#context.environment.properties.get(`javax.net.ssl.${name}`) ?? '';
  }

  /** The identity of a new connection. */
  identityOf(user: User): Identity {
    const entries = this.load(user);
    const { aliasVariable } = this.#settings ?? noSettings;
    if (aliasVariable !== '') {
      const alias = user.variables.get(aliasVariable) ?? '';
      const entry = entries.find((each) => each.alias === alias);
      return entry
        ? this.#known(entry)
        : noIdentity(
            alias === ''
              ? `No var called '${aliasVariable}' found`
              : `No PrivateKey found for alias:'${alias}'`,
          );
    }
    return entries.length > 1 ? this.#next(entries) : entries[0] ? this.#known(entries[0]) : noIdentity();
  }

  #known(entry: KeyEntry): Identity {
    return { secureContext: this.#secureContext(entry), problem: undefined, settle: () => {} };
  }

  /** The next key. JMeter takes a key only when a server requests one, so `settle` returns an unused key. */
  #next(entries: readonly KeyEntry[]): Identity {
    const place = this.#context.numbers.at('next key of the key store');
    const taken = place.hold((number) => {
      const at = number.value ?? 0;
      number.value = at + 1;
      return at;
    });
    const entry = entries[taken % entries.length] as KeyEntry;
    return {
      secureContext: this.#secureContext(entry),
      problem: undefined,
      settle: (wasAsked) => {
        if (!wasAsked) {
          place.hold((number) => {
            number.value = number.value === taken + 1 ? taken : number.value;
          });
        }
      },
    };
  }

  #secureContext(entry: KeyEntry): SecureContext {
    let context = this.#secureContexts.get(entry);
    if (!context) {
      context = javaSecureContext({
        key: pem('PRIVATE KEY', entry.key),
        cert: entry.chain.map((each) => pem('CERTIFICATE', each)).join(''),
      });
      this.#secureContexts.set(entry, context);
    }
    return context;
  }
}

const noIdentity = (problem?: string): Identity => ({
  secureContext: undefined,
  problem,
  settle: () => {},
});

const pem = (what: string, bytes: Buffer) =>
  `-----BEGIN ${what}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${what}-----\n`;

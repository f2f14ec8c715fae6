import { isElement, listProperty } from '../../jmx/plan-tree.ts';
import type { CompileContext, ElementCompiler, Scope, Text, User } from '../core.ts';
import { AuthExchange } from '../http/auth/auth-exchange.ts';
import { CredentialsStore } from '../http/auth/credentials.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { requestTarget } from '../http/java-uri.ts';
import { type JavaUrl, urlAuthority, urlText } from '../http/java-url.ts';
import type { Via } from '../http/via.ts';

const authManagerKind = 'auth-manager';
const usedKey = Symbol('auth-manager-used');
/** Key of a user's credentials in `user.stateOf`. */
export const credentialsKey = Symbol('credentials');

interface Authorization {
  url: Text;
  userName: Text;
  password: Text;
  domain: Text;
  realm: Text;
  mechanism: Text;
}

export const authManager: ElementCompiler = (element, context) => {
  context.shared(usedKey, () => ({ isUsed: false })).isUsed = true;
  const authorizations = listProperty(element, 'AuthManager.auth_list')
    .map((item) => item.value)
    .filter(isElement)
    .map((each) => ({
      url: context.text(each, 'Authorization.url'),
      userName: context.text(each, 'Authorization.username'),
      password: context.text(each, 'Authorization.password'),
      domain: context.text(each, 'Authorization.domain'),
      realm: context.text(each, 'Authorization.realm'),
      mechanism: context.text(each, 'Authorization.mechanism', 'BASIC'),
    })) satisfies Authorization[];
  return { config: { kind: authManagerKind, value: authorizations } };
};

/** Starts authentication for requests of a sampler; undefined in plans without a manager. */
export type AuthOpener = (user: User, url: JavaUrl, via: Via | undefined) => AuthExchange | undefined;

/** With several managers in scope, the outermost one wins. */
export function authOpener(scope: Scope, context: CompileContext): AuthOpener | undefined {
  const authorizations = scope.configs(authManagerKind).at(-1) as Authorization[] | undefined;
  if (authorizations) {
    return (user, url, via) => openExchange(authorizations, storeOf(user, url, via), user);
  }
  if (!context.shared(usedKey, () => ({ isUsed: false })).isUsed) {
    return undefined;
  }
  // As in JMeter, a request without a manager clears the client's credentials, except those of the proxy.
  return (user, url, via) => {
    const store = storeOf(user, url, via);
    const { host = '', port = 0 } = via?.proxy ?? {};
    const kept = via?.proxy ? store.find(host, port, undefined) : undefined;
    store.clear();
    if (kept) {
      store.set(host, port, undefined, kept);
    }
    return undefined;
  };
}

/** The HTTP sampler implementation Java sends credentials preemptively, and for every mechanism as Basic. */
export function basicAuthorization(
  scope: Scope,
): ((user: User, url: JavaUrl) => string | undefined) | undefined {
  const authorizations = scope.configs(authManagerKind).at(-1) as Authorization[] | undefined;
  if (!authorizations) {
    return undefined;
  }
  return (user, url) => {
    const texts = textsOf(url);
    const found = authorizations.find((each) => {
      const prefix = each.url.evaluate(user);
      return texts.some((text) => text.startsWith(prefix));
    });
    return (
      found &&
      `Basic ${Buffer.from(`${found.userName.evaluate(user)}:${found.password.evaluate(user)}`).toString('base64')}`
    );
  };
}

/** The URL as written, and for the default port also with or without it. */
function textsOf(url: JavaUrl): string[] {
  const { protocol, host, path } = url;
  const isDefault = url.port === (protocol === 'https' ? 443 : 80);
  const other = url.port < 0 ? `${host}:${portOf(url)}` : isDefault ? host : undefined;
  return other === undefined ? [urlText(url)] : [urlText(url), `${protocol}://${other}${path}`];
}

/** JMeter has one client per user and server, each with its own credentials. */
export function storeOf(user: User, url: JavaUrl, via: Via | undefined): CredentialsStore {
  const stores = user.stateOf(credentialsKey, () => new Map<string, CredentialsStore>());
  const key = `${url.protocol}://${urlAuthority(url)}${via === undefined ? '' : ` ${via.key}`}`;
  const known = stores.get(key);
  if (known) {
    return known;
  }
  const store = new CredentialsStore();
  const { host = '', port = 0, userName = '', password = '' } = via?.proxy ?? {};
  if (userName !== '') {
    store.set(host, port, undefined, { userName, password });
  }
  stores.set(key, store);
  return store;
}

function openExchange(
  authorizations: readonly Authorization[],
  store: CredentialsStore,
  user: User,
): AuthExchange {
  return new AuthExchange(
    {
      beforehand: (request) => {
        const found = authorizations.find(({ url }) => isFor(url.evaluate(user), request));
        if (!found) {
          store.clear();
          return undefined;
        }
        const { host } = request.url;
        const port = portOf(request.url);
        const domain = found.domain.evaluate(user).toUpperCase();
        const name = found.userName.evaluate(user);
        store.set(host, port, found.realm.evaluate(user) || undefined, {
          userName: domain === '' ? name : `${domain}\\${name}`,
          password: found.password.evaluate(user),
        });
        return found.mechanism.evaluate(user) === 'DIGEST' ? undefined : store.find(host, port, undefined);
      },
      forRealm: ({ url }, realm) => store.find(url.host, portOf(url), realm),
      refuse: (scheme) =>
        user.runner.refuse(`The target asks for ${scheme} authentication, which only Apache JMeter can do.`),
    },
    'target',
  );
}

const portOf = ({ port, protocol }: JavaUrl) => (port < 0 ? (protocol === 'https' ? 443 : 80) : port);

/** Prefix match, with the port and, for the default port, also without it. */
function isFor(prefix: string, { url }: HttpRequest): boolean {
  const path = decoded((requestTarget(url).split('?', 1)[0] ?? '').split('#', 1)[0] ?? '');
  const port = portOf(url);
  const isDefault = port === (url.protocol === 'https' ? 443 : 80);
  return (
    `${url.protocol}://${url.host}:${port}${path}`.startsWith(prefix) ||
    (isDefault && `${url.protocol}://${url.host}${path}`.startsWith(prefix))
  );
}

function decoded(path: string): string {
  return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

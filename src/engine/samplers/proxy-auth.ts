import { storeOf } from '../configs/auth-manager.ts';
import type { User } from '../core.ts';
import { AuthExchange } from '../http/auth/auth-exchange.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { JavaUrl } from '../http/java-url.ts';
import type { ResponseParser } from '../http/response-parser.ts';
import type { UserConnections } from '../http/user-connections.ts';
import type { Via } from '../http/via.ts';

/** By which JMeter's client for a server is known. */
const clientKey = ({ protocol, host, port }: JavaUrl, via: Via) => `${protocol}://${host}:${port} ${via.key}`;

/**
 * What a user's client and its proxy have said to each other so far, unless that is forgotten with a new iteration.
 * `hasManagers`: credentials are kept together with those of authorization managers, and forgotten with them.
 */
export function proxyAuth(
  user: User,
  connections: UserConnections,
  url: JavaUrl,
  via: Via,
  hasManagers: boolean,
): AuthExchange | undefined {
  const { proxy } = via;
  if (!proxy) {
    return undefined;
  }
  const key = clientKey(url, via);
  const known = connections.proxyAuths?.get(key);
  if (known && !connections.isReset) {
    return known;
  }
  connections.proxyAuths?.delete(key);
  const { host, port, userName, password } = proxy;
  const own = userName === '' ? undefined : { userName, password };
  return new AuthExchange(
    {
      beforehand: () => undefined,
      forRealm: (_, realm) => (hasManagers ? storeOf(user, url, via).find(host, port, realm) : own),
      refuse: (scheme) =>
        user.runner.refuse(`The proxy asks for ${scheme} authentication, which only Apache JMeter can do.`),
    },
    'proxy',
  );
}

/** Whether it wants the same request once more. What was said is kept only once there was an answer. */
export function isAskedByProxy(
  connections: UserConnections,
  request: HttpRequest,
  via: Via,
  exchange: AuthExchange,
  { status, head }: ResponseParser,
): boolean {
  connections.proxyAuths ??= new Map();
  connections.proxyAuths.set(clientKey(request.url, via), exchange);
  // With a tunnel, authentication happened in the CONNECT request.
  return request.wireTarget !== undefined && exchange.isAskedAgain(status, head, request);
}

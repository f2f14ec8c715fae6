import { storeOf } from '../configs/auth-manager.ts';
import type { User } from '../core.ts';
import { AuthExchange } from '../http/auth/auth-exchange.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { JavaUrl } from '../http/java-url.ts';
import type { ResponseParser } from '../http/response-parser.ts';
import type { UserConnections } from '../http/user-connections.ts';
import type { Via } from '../http/via.ts';

/** JMeter has one client per server and proxy. */
const clientKey = ({ protocol, host, port }: JavaUrl, via: Via) => `${protocol}://${host}:${port} ${via.key}`;

/**
 * The authentication state between a user's client and its proxy, which a new iteration may reset. `hasManagers`: the
 * proxy's credentials are stored with those of authorization managers, and cleared with them.
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

/** Whether the proxy challenged the request, so that it is sent again. Keeps the state only after a response. */
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

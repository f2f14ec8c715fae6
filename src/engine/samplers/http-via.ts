import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { javaTrim } from '../../languages/java/java-text.ts';
import { toInt } from '../../languages/java/numbers.ts';
import type { Text, User } from '../core.ts';
import { JavaException } from '../http/http-failure.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { absoluteTarget, type HttpProxy, makeVia, type Via } from '../http/via.ts';

/** Evaluates proxy and source address for a user; undefined if the sampler has neither. */
export type ViaOf = ((user: User) => Via | undefined) | undefined;

/**
 * `text` reads a property of the sampler or its defaults. `hasScheme`: false if the proxy's scheme is set, but empty.
 */
export function viaOf(text: (name: string) => Text, hasScheme: boolean): ViaOf {
  const host = text('HTTPSampler.proxyHost');
  const source = text('HTTPSampler.ipSource');
  if (host.constant === '' && source.constant === '') {
    return undefined;
  }
  const port = text('HTTPSampler.proxyPort');
  const userName = text('HTTPSampler.proxyUser');
  const password = text('HTTPSampler.proxyPass');
  const type = text('HTTPSampler.ipSourceType');
  return (user) => {
    const proxy = proxyOf(host.evaluate(user), toInt(port.evaluate(user)), () => ({
      userName: userName.evaluate(user),
      password: password.evaluate(user),
      hasScheme,
    }));
    const from = source.evaluate(user);
    const localAddress =
      javaTrim(from) === '' ? undefined : sourceAddress(from, toInt(type.evaluate(user)), user);
    return proxy || localAddress !== undefined ? makeVia(proxy, localAddress) : undefined;
  };
}

/** Undefined without a host or a port. */
function proxyOf(
  host: string,
  port: number,
  more: () => Omit<HttpProxy, 'host' | 'port'>,
): HttpProxy | undefined {
  return javaTrim(host) === '' || port <= 0 ? undefined : { host, port, ...more() };
}

/** Type 0 is an IP address, 2 a network interface with an IPv4 address. */
function sourceAddress(source: string, type: number, user: User): string {
  if (type === 0) {
    if (isIP(source) === 0) {
      user.runner.refuse(`The source address ${source} is a name, which only Apache JMeter can look up.`);
    }
    return source;
  }
  const device = networkInterfaces()[source];
  if (!device) {
    throw new JavaException('java.net.UnknownHostException', `Cannot find interface ${source}`);
  }
  const [first, ...others] = device.filter(({ family }) => family === 'IPv4');
  if (!first) {
    const message = `Interface ${source} does not have address of type Inet4Address`;
    throw new JavaException('java.net.UnknownHostException', message);
  }
  if (others.length > 0) {
    user.runner.refuse(`The device ${source} has several addresses, of which only Apache JMeter can choose.`);
  }
  return first.address;
}

/** A proxy gets the absolute URL, unless it only creates a tunnel. */
export const throughProxy = (request: HttpRequest, { proxy }: Via): HttpRequest =>
  proxy && request.url.protocol === 'http'
    ? { ...request, wireTarget: absoluteTarget(request.url) }
    : request;

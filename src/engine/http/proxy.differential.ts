import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, headers, http, type TestElement, type Value } from '../testing/plan.ts';

const by = (port: number, more: Record<string, Value> = {}) => ({
  'HTTPSampler.proxyHost': '127.0.0.1',
  'HTTPSampler.proxyPort': port,
  'HTTPSampler.proxyUser': '',
  'HTTPSampler.proxyPass': '',
  ...more,
});
const ada = { 'HTTPSampler.proxyUser': 'ada', 'HTTPSampler.proxyPass': 'secret' };
const tls = { 'HTTPSampler.protocol': 'https' };
const failure = { without: ['bytes', 'body'] } as const;

type Ports = { open: number; strict: number; harsh: number; digest: number };

/** Plain and through a tunnel, each more than once. */
function both(
  name: string,
  more: (ports: Ports) => Record<string, Value>,
  others: Partial<DifferentialCase> = {},
): DifferentialCase {
  return {
    name: `HTTPSamplerProxy through ${name}`,
    plan: ({ port, tlsPort, proxies }) => [
      group(
        { loops: 2 },
        http('plain', { port, path: '/a?b=c', more: more(proxies.ports) }),
        http('posted', {
          port,
          path: '/echo',
          method: 'POST',
          params: [{ name: 'x', value: 'y' }],
          more: more(proxies.ports),
        }),
        http('secret', { port: tlsPort, path: '/a', more: { ...more(proxies.ports), ...tls } }),
        http('secret again', { port: tlsPort, path: '/b', more: { ...more(proxies.ports), ...tls } }),
      ),
    ],
    ...others,
  };
}

const oneUser = { more: { 'ThreadGroup.same_user_on_next_iteration': true } };
const defaults = (properties: Record<string, Value>): TestElement => ({
  ...element('ConfigTestElement', 'Defaults', properties),
  guiClass: 'HttpDefaultsGui',
});

export const cases: DifferentialCase[] = [
  both('a proxy', ({ open }) => by(open)),
  both('a proxy that wants no name but gets one', ({ open }) => by(open, ada)),
  both('a proxy that asks for a name', ({ strict }) => by(strict, ada)),
  both('a proxy that asks for a name and hangs up', ({ harsh }) => by(harsh, ada)),
  both('a proxy that asks for a name, with a wrong password', ({ strict }) =>
    by(strict, { ...ada, 'HTTPSampler.proxyPass': 'guess' }),
  ),
  both('a proxy that asks for a name, without any', ({ strict }) => by(strict)),
  both(
    'a proxy whose scheme is written as nothing',
    ({ open }) => by(open, { 'HTTPSampler.proxyScheme': '' }),
    failure,
  ),
  both('a proxy without a port, which is none', () => by(0, { 'HTTPSampler.proxyPort': '' })),
  both('a proxy whose port is no number, which is none', () => by(0, { 'HTTPSampler.proxyPort': 'x' })),
  both('a blank proxy, which is none', ({ open }) => by(open, { 'HTTPSampler.proxyHost': '  ' })),
  both('a proxy that is not there', () => by(1), failure),
  both(
    'a proxy that nobody knows',
    ({ open }) => by(open, { 'HTTPSampler.proxyHost': 'proxy.invalid' }),
    failure,
  ),
  both('a proxy by its name', ({ open }) =>
    by(open, { 'HTTPSampler.proxyHost': 'localhost', 'HTTPSampler.proxyScheme': 'http' }),
  ),
  {
    ...both('a proxy that takes digests', ({ digest }) => by(digest, ada)),
    normalize: (text) => text.replace(/(response|cnonce)=\\?"[0-9a-f]+\\?"/g, '$1=*'),
  },
  {
    name: 'HTTPSamplerProxy through a proxy by defaults, the same user in each iteration',
    plan: ({ port, tlsPort, proxies }) => [
      group(
        { loops: 2, ...oneUser },
        defaults(by(proxies.ports.strict, ada)),
        http('plain', { port, path: '/a' }),
        http('closing', { port, path: '/close' }),
        http('secret', { port: tlsPort, path: '/close', more: tls }),
        http('secret again', { port: tlsPort, path: '/b', more: tls }),
        http('other', { port, path: '/a', more: by(proxies.ports.open) }),
      ),
    ],
  },
  {
    name: 'HTTPSamplerProxy through a proxy with odd addresses',
    plan: ({ port, proxies }) => [
      group(
        {},
        ...['', '/', '//a//b', '/a//', '/ä?ö=ü', '/%41/b%2fc', '/a b', '/a#frag', '/a/../b/./c', '?x=y'].map(
          (path) => http(`at ${path}`, { port, path, more: by(proxies.ports.open) }),
        ),
        http('upper case', {
          port,
          path: '/x',
          more: { ...by(proxies.ports.open), 'HTTPSampler.domain': 'LocalHost' },
        }),
        http('no port', {
          port: 80,
          path: '/x',
          more: { ...by(proxies.ports.open), 'HTTPSampler.domain': 'example.invalid' },
        }),
      ),
    ],
  },
  {
    name: 'HTTPSamplerProxy through a proxy that cannot reach the server',
    plan: ({ proxies }) => [
      group({ loops: 2 }, http('nobody', { port: 1, more: { ...by(proxies.ports.open), ...tls } })),
    ],
  },
  {
    name: 'HTTPSamplerProxy through a proxy with redirects, followed or hidden',
    plan: ({ port, tlsPort, proxies }) => [
      group(
        {},
        http('followed', { port, path: '/redirect/302?to=/there', more: by(proxies.ports.strict, ada) }),
        http('to tls', {
          port,
          path: `/redirect/302?to=https://127.0.0.1:${tlsPort}/x`,
          more: by(proxies.ports.open),
        }),
        http('hidden', {
          port,
          path: '/redirect/302?to=/there//x',
          more: {
            ...by(proxies.ports.strict, ada),
            'HTTPSampler.auto_redirects': true,
            'HTTPSampler.follow_redirects': false,
          },
        }),
      ),
    ],
  },
  {
    name: 'HTTPSamplerProxy through a proxy with headers of its own for it',
    plan: ({ port, proxies }) => [
      group(
        {},
        http(
          'own',
          { port, path: '/a', more: by(proxies.ports.strict, ada) },
          headers(['Proxy-Connection', 'close'], ['Proxy-Authorization', 'mine'], ['X-Own', 'yes']),
        ),
      ),
    ],
  },
];

import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  headers,
  http,
  planWith,
  simple,
  type TestElement,
  withXml,
} from '../testing/plan.ts';

interface Entry {
  url?: string;
  user?: string;
  password?: string;
  domain?: string;
  realm?: string;
  /** Left out where it is undefined. */
  mechanism?: string;
}

const text = (name: string, value: string) =>
  `<stringProp name="Authorization.${name}">${value}</stringProp>`;

const manager = (...entries: Entry[]) =>
  withXml(
    {
      ...element('AuthManager', 'Who', {
        'AuthManager.clearEachIteration': true,
        'AuthManager.controlledByThreadGroup': false,
      }),
      guiClass: 'AuthPanel',
    },
    `<collectionProp name="AuthManager.auth_list">${entries
      .map(
        ({ url = '', user = 'ada', password = 'secret', domain = '', realm = '', mechanism }) =>
          `<elementProp name="" elementType="Authorization">${text('url', url)}${text('username', user)}${text('password', password)}${text('domain', domain)}${text('realm', realm)}${mechanism === undefined ? '' : text('mechanism', mechanism)}</elementProp>`,
      )
      .join('')}</collectionProp>`,
  );

const query = (...challenges: string[]) =>
  challenges.map((each) => `w=${encodeURIComponent(each)}`).join('&');
const basicOf = (...challenges: string[]) => `/auth/Basic?${query(...challenges)}`;
const digestOf = (...challenges: string[]) => `/auth/Digest?${query(...challenges)}`;
const digest = 'Digest realm="R", nonce="n1", qop="auth,auth-int", opaque="o\\"p", algorithm=MD5';

/** The client's part of a digest is random, and the response with it; the target has checked them. */
const normalize = (all: string) => all.replaceAll(/(cnonce|response)=\\*"[0-9a-f]*\\*"/g, '$1=(random)');

const plan =
  (make: (port: number) => TestElement[], loops = 1) =>
  ({ port }: { port: number }) =>
    planWith({}, { who: 'ada', what: 'secret', port: String(port) }, group({ loops }, ...make(port)));

/**
 * Which of several entries that fit equally well the HTTP client takes depends on the hash of the port. So requests go to
 * a port that is always the same, through a proxy.
 */
const planAtFixedPort =
  (make: (port: number) => TestElement[], loops: number) =>
  ({ proxies }: { proxies: { ports: { open: number } } }) =>
    planWith(
      {},
      {},
      {
        ...element('ConfigTestElement', 'Proxy', {
          'HTTPSampler.proxyHost': '127.0.0.1',
          'HTTPSampler.proxyPort': proxies.ports.open,
        }),
        guiClass: 'HttpDefaultsGui',
      },
      group({ loops }, ...make(8080)),
    );

export const cases: DifferentialCase[] = [
  {
    name: 'AuthManager together with a proxy that asks for a name',
    plan: ({ port, tlsPort, proxies }) => {
      const more = {
        'HTTPSampler.proxyHost': '127.0.0.1',
        'HTTPSampler.proxyPort': proxies.ports.strict,
        'HTTPSampler.proxyUser': 'ada',
        'HTTPSampler.proxyPass': 'secret',
      };
      const path = '/auth/Basic?w=Basic+realm%3D%22R%22';
      const asked = (name: string) => [
        http(`${name} plain`, { port, path, more }),
        http(`${name} secret`, { port: tlsPort, path, more: { ...more, 'HTTPSampler.protocol': 'https' } }),
      ];
      return [
        group(
          { loops: 2 },
          simple('own', manager({ url: `http://127.0.0.1:${port}/` }), ...asked('known')),
          simple('none', ...asked('without')),
          simple('other', manager({ url: 'http://example.invalid/' }), ...asked('other')),
          simple('none again', ...asked('again')),
        ),
      ];
    },
  },
  {
    name: 'AuthManager: basic is sent before anybody asks, and a wrong password is not sent twice',
    normalize,
    plan: plan(
      (port) => [
        http('right', { port, path: basicOf('Basic realm="R"') }),
        http('not asked', { port, path: '/json' }),
        simple(
          'wrong',
          manager({ password: 'no', mechanism: 'BASIC' }),
          http('again', { port, path: basicOf('Basic realm="R"') }),
        ),
        http('post', {
          port,
          path: basicOf('Basic realm="R"'),
          method: 'POST',
          params: [{ name: 'a', value: 'b' }],
        }),
        manager({ user: '${who}', password: '${what}', mechanism: 'BASIC_DIGEST' }),
      ],
      2,
    ),
  },
  {
    name: 'AuthManager: a wrong password, a domain, names that are not ASCII, no mechanism',
    normalize,
    plan: plan((port) => [
      simple('a', manager({ password: 'no' }), http('wrong', { port, path: basicOf('Basic realm="R"') })),
      simple('b', manager({ domain: 'office' }), http('domain', { port, path: basicOf('Basic realm="R"') })),
      simple(
        'c',
        manager({ user: 'gr\u00fcn\u20ac', password: '\u{1f600}:x' }),
        http('names', { port, path: basicOf('Basic realm="R"') }),
      ),
      simple(
        'd',
        manager({ user: '', password: '' }),
        http('nobody', { port, path: basicOf('Basic realm="R"') }),
      ),
      simple('e', manager(), http('no entry', { port, path: basicOf('Basic realm="R"') })),
    ]),
  },
  {
    name: 'AuthManager: which entry is for which address',
    normalize,
    plan: plan((port) => [
      manager(
        { url: 'http://127.0.0.1:${port}/auth/Basic/one', user: 'one' },
        { url: 'http://127.0.0.1:${port}/auth/Basic/two words', user: 'two' },
        { url: 'http://127.0.0.1:${port}/auth/Basic/three?', user: 'three' },
        { url: 'http://127.0.0.1/auth', user: 'no port' },
        { url: 'HTTP://127.0.0.1:${port}/auth', user: 'upper case' },
        { url: 'http://127.0.0.1:${port}/auth/Basic', user: 'ada' },
      ),
      ...['/one', '/one/more', '/two words', '/two%20words', '//one', '/three?x', '', '/four'].map((path) =>
        http(path, { port, path: `/auth/Basic${path}` }),
      ),
      http('other', { port, path: '/json' }),
      http('challenged', { port, path: `/auth2/${basicOf('Basic realm="R"')}` }),
    ]),
  },
  {
    name: 'AuthManager: digest, asked for by the server, of several kinds',
    normalize,
    plan: plan(
      (port) => [
        manager({ mechanism: 'DIGEST' }),
        http('auth', { port, path: digestOf(digest) }),
        http('int', { port, path: digestOf(digest), method: 'POST', params: [{ name: 'a', value: 'b c' }] }),
        http('empty', { port, path: digestOf(digest), method: 'PUT' }),
        http('none', { port, path: digestOf('Digest realm="R", nonce="n1"') }),
        http('session', {
          port,
          path: digestOf('Digest realm="R", nonce="n1", qop="auth", algorithm=MD5-sess'),
        }),
        http('SHA', { port, path: digestOf('Digest realm="R", nonce="n1", qop="auth", algorithm=SHA-256') }),
        http('odd', { port, path: digestOf('Digest realm="R", nonce="n1", qop="auth", algorithm=ODD') }),
        http('odd qop', { port, path: digestOf('Digest realm="R", nonce="n1", qop="odd"') }),
        http('int for GET', { port, path: digestOf('Digest realm="R", nonce="n1", qop=auth-int') }),
        http('no nonce', { port, path: digestOf('Digest realm="R"') }),
        http('no realm', { port, path: digestOf('Digest nonce="n1"') }),
        http('nothing', { port, path: digestOf('Digest') }),
        http('no challenge', { port, path: digestOf() }),
        http('only basic', { port, path: basicOf('Basic realm="R"') }),
        http('two', { port, path: digestOf('Basic realm="R"', digest) }),
        http('odd digest, then basic', {
          port,
          path: basicOf('Basic realm="R"', 'Digest realm="R", nonce="1", qop=odd'),
        }),
        http('one line', { port, path: digestOf(`${digest}, Basic realm="Q"`) }),
        http('unknown', { port, path: digestOf('Hello realm="R"') }),
        http('lower case', { port, path: digestOf('digest Realm=R , NONCE = "n;1" ; x=y') }),
        http('stale', { port, path: '/auth/Digest?stale' }),
        http('closed', { port, path: `${digestOf(digest)}&close` }),
      ],
      2,
    ),
  },
  {
    name: 'AuthManager: digest after basic was refused, and a wrong password there',
    normalize,
    plan: plan((port) => [
      simple('a', manager({}), http('right', { port, path: digestOf(digest) })),
      simple('b', manager({ password: 'no' }), http('wrong', { port, path: digestOf(digest) })),
      simple('c', manager({ user: '\u00fc"x\\' }), http('odd name', { port, path: digestOf(digest) })),
      simple(
        'd',
        manager({ user: '\u00fc', mechanism: 'DIGEST' }),
        http('charset', { port, path: digestOf(`${digest}, charset=UTF-8`) }),
      ),
    ]),
  },
  {
    name: 'AuthManager: realms that fit and that do not',
    normalize,
    plan: planAtFixedPort(
      (port) => [
        simple('a', manager({ realm: 'R' }), http('fits', { port, path: basicOf('Basic realm="R"') })),
        simple('b', manager({ realm: 'Q' }), http('basic', { port, path: basicOf('Basic realm="R"') })),
        http('without', { port, path: basicOf('Basic realm="R"') }),
        simple(
          'c',
          manager({ realm: 'R', mechanism: 'DIGEST' }),
          http('fits', { port, path: digestOf(digest) }),
        ),
        http('without', { port, path: basicOf('Basic realm="R"') }),
        simple(
          'd',
          manager({ realm: 'Q', mechanism: 'DIGEST' }),
          http('not', { port, path: digestOf(digest) }),
        ),
        simple(
          'e',
          manager({ realm: 'R', mechanism: 'DIGEST' }),
          http('is left', { port, path: digestOf(digest) }),
        ),
        simple('f', manager({ realm: 'S', user: 'other' }), http('others', { port, path: digestOf(digest) })),
        ...['T', 'U', 'V', 'W'].map((realm) =>
          simple(
            realm,
            manager({ realm, user: realm, mechanism: 'BASIC' }),
            http(realm, { port, path: basicOf('Basic realm="R"') }),
          ),
        ),
      ],
      2,
    ),
  },
  {
    name: 'AuthManager: of two the outer one counts, a header of the plan comes first, redirects are told too',
    normalize,
    plan: plan((port) => [
      simple(
        'S',
        manager({ user: 'inner' }),
        http('outer', { port, path: basicOf('Basic realm="R"') }),
        http('own', { port, path: basicOf('Basic realm="R"') }, headers(['authorization', 'Bearer x'])),
      ),
      manager({ mechanism: 'BASIC' }),
      http('follow', { port, path: '/auth/Basic?redirect=/auth/Digest' }),
      http('automatic', {
        port,
        path: '/auth/Basic?redirect=/auth/Basic',
        more: { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true },
      }),
      http('automatic, then digest', {
        port,
        path: `/auth/Basic?redirect=${encodeURIComponent(digestOf(digest))}`,
        more: { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true },
      }),
    ]),
  },
  {
    name: 'AuthManager: digest goes on through automatic redirects, and an own header is sent twice',
    normalize,
    plan: plan((port) => [
      manager({ mechanism: 'DIGEST' }),
      http('automatic', {
        port,
        path: `${digestOf(digest)}&redirect=${encodeURIComponent(digestOf(digest))}`,
        more: { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true },
      }),
      http('own', { port, path: digestOf(digest) }, headers(['Authorization', 'Bearer x'])),
    ]),
  },
];

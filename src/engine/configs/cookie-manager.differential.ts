import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  headers,
  http,
  planWith,
  simple,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';

const manager = (properties: Record<string, Value> = {}) =>
  withXml(
    {
      ...element('CookieManager', 'Cookies', { 'CookieManager.clearEachIteration': false, ...properties }),
      guiClass: 'CookiePanel',
    },
    '<collectionProp name="CookieManager.cookies"/>',
  );

interface Defined {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  secure?: boolean;
  expires?: number;
  /** Not written where it is undefined. */
  specified?: boolean;
  isNamed?: boolean;
}

const defining = (cookies: Defined[], properties: Record<string, Value> = {}) => {
  const text = (name: string, value: string) => `<stringProp name="Cookie.${name}">${value}</stringProp>`;
  const flag = (name: string, value: boolean) => `<boolProp name="Cookie.${name}">${value}</boolProp>`;
  const items = cookies.map(
    ({
      name,
      value,
      domain = '127.0.0.1',
      path = '/',
      secure = false,
      expires = 0,
      specified,
      isNamed = true,
    }) =>
      `<elementProp name="${name}" elementType="Cookie"${isNamed ? ` testname="${name}"` : ''}>${text('value', value)}${text('domain', domain)}${text('path', path)}${flag('secure', secure)}<longProp name="Cookie.expires">${expires}</longProp>${specified === undefined ? '' : flag('path_specified', specified) + flag('domain_specified', specified)}</elementProp>`,
  );
  const each = manager(properties);
  return {
    ...each,
    properties: each.properties.replace(
      '<collectionProp name="CookieManager.cookies"/>',
      `<collectionProp name="CookieManager.cookies">${items.join('')}</collectionProp>`,
    ),
  };
};

const set = (port: number, ...cookies: string[]) =>
  http('set', {
    port,
    path: `/set-cookie?${cookies.map((each) => `c=${encodeURIComponent(each)}`).join('&')}`,
  });

const plan =
  (make: (port: number) => TestElement[], loops = 1, more: Record<string, Value> = {}) =>
  ({ port }: { port: number }) => [group({ loops, more }, ...make(port))];

/** Attributes that the strict and the lax policy read in their own ways. */
const attributes = [
  ...['Max-Age=100', 'Max-Age=+100', 'Max-Age=-1', 'Max-Age=x', 'Max-Age=', 'Max-Age', 'Max-Age=99999999999'],
  ...['Expires=Thu, 01 Jan 2099 00:00:00 GMT', 'Expires=Thu, 01-Jan-99 00:00:00 GMT', 'Expires=soon'],
  ...['Expires=Thu Jan 1 00:00:00 2099', 'Expires=01 Jan 2099 00:00:00 GMT', 'Expires=', 'Expires'],
  ...['Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'Max-Age=100; Expires=soon', 'Path=/; Secure', 'Path='],
];

export const cases: DifferentialCase[] = [
  ...['standard', 'standard-strict'].map(
    (policy): DifferentialCase => ({
      name: `Max-Age and Expires by the policy ${policy}`,
      plan: ({ port }) => [
        group(
          {},
          manager({ 'CookieManager.policy': policy }),
          ...attributes.map((attribute, at) =>
            http(attribute, { port, path: `/set-cookie?c=${encodeURIComponent(`c${at}=v; ${attribute}`)}` }),
          ),
          http('sent', { port, path: '/echo' }),
        ),
      ],
    }),
  ),
  {
    name: 'requests that are the same in each pass, before and after there is a cookie',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          { loops: 3 },
          manager(),
          http('get', { port, path: '/a' }),
          http('body', {
            ...{ port, path: '/b', method: 'POST' },
            ...{ params: [{ name: '', value: '{"a":1}' }], more: { 'HTTPSampler.postBodyRaw': true } },
          }),
          http('form', { port, path: '/c', method: 'POST', params: [{ name: 'n', value: 'v w' }] }),
          http('redirected', { port, path: '/redirect/302?to=/d', method: 'POST' }),
          http('cookie', { port, path: '/set-cookie?c=fresh%3D1' }),
        ),
      ),
  },
  {
    name: 'CookieManager: cookies come back with their paths, quotes and attributes',
    plan: plan((port) => [
      manager(),
      set(port, 'a=1', 'b=two words; Path=/', 'c="quoted"; path=/deep', 'd=4; Path=/other'),
      set(port, 'e=; Path=/', 'nothing', '=odd', 'f=a=b; HttpOnly; Secure', 'g=7; Max-Age=100; Path=/'),
      set(
        port,
        'h=8; Max-Age=-5',
        'o=1; Expires=Wed Jun  9 10:18:14 2100; Path=/',
        'p=1; Expires=09-Jun-21 10:18:14 GMT',
        'i=9; Expires=Wed, 09 Jun 2021 10:18:14 GMT',
        'j=10; Domain=example.com',
      ),
      set(port, 'k=11; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/', 'l=a,b', 'm=1; Path=', 'n=2; Domain='),
      http('root', { port, path: '/' }),
      http('deep', { port, path: '/deep/er' }),
      http('deeper', { port, path: '/deepest' }),
      http('set-cookie', { port, path: '/set-cookie/x' }),
      set(port, 'b=; Path=/', 'g=8; Path=/; Max-Age=-1', 'a=changed'),
      http('after', { port, path: '/set-cookie/y' }),
      http('own header', { port, path: '/' }, headers(['X-A', '1'], ['Cookie', 'own=1'], ['X-B', '2'])),
    ]),
  },
  {
    name: 'cookies stay from one iteration to the next, or are cleared',
    plan: plan(
      (port) => [
        manager({ 'CookieManager.clearEachIteration': true }),
        http('first', { port, path: '/' }),
        set(port, 'a=1; Path=/'),
        http('then', { port, path: '/' }),
      ],
      2,
    ),
  },
  {
    name: 'cookies that the thread group decides about, for a new user in each iteration',
    plan: plan(
      (port) => [
        manager({ 'CookieManager.clearEachIteration': true, 'CookieManager.controlledByThreadGroup': true }),
        set(port, 'a=1; Path=/'),
        http('then', { port, path: '/' }),
      ],
      2,
      { 'ThreadGroup.same_user_on_next_iteration': false },
    ),
  },
  {
    name: 'cookies that the thread group decides about, for the same user',
    plan: plan(
      (port) => [
        manager({ 'CookieManager.clearEachIteration': true, 'CookieManager.controlledByThreadGroup': true }),
        http('first', { port, path: '/' }),
        set(port, 'a=1; Path=/'),
      ],
      2,
      { 'ThreadGroup.same_user_on_next_iteration': true },
    ),
  },
  {
    name: 'of two managers the outer one counts, and redirects take and send cookies',
    plan: plan((port) => [
      manager(),
      simple('S', manager(), set(port, 'a=1; Path=/'), http('in', { port, path: '/redirect/302?to=/x' })),
      http('out', { port, path: '/' }),
    ]),
  },
  {
    name: 'cookies that the plan defines: domains, paths, values with variables, and what servers make of them',
    plan: ({ port }) =>
      planWith(
        {},
        { v: 'one', n: 'name', d: '127.0.0.1' },
        group(
          { loops: 2 },
          defining([
            { name: 'a', value: '1', specified: true },
            { name: 'b', value: '${v} and ${__counter(TRUE,)}' },
            { name: '${n}', value: 'x', domain: '${d}', path: '/${v}' },
            { name: 'c', value: '3', path: '' },
            { name: 'd', value: '4', path: '/deep/' },
            { name: 'e', value: '5', secure: true },
            { name: 'f', value: '6', domain: '' },
            { name: 'g', value: '7', domain: 'LOCALHOST', specified: true },
            { name: 'h', value: '8', domain: '.localhost' },
            { name: 'i', value: '9', domain: 'other.invalid', specified: true },
            { name: 'j', value: '10', expires: 1 },
            { name: 'k', value: '' },
            { name: 'l', value: 'a, b; "c"' },
            { name: 'm', value: '1', isNamed: false },
          ]),
          http('root', { port, path: '/' }),
          http('one', { port, path: '/one/two' }),
          http('deep', { port, path: '/deep/er' }),
          http('by name', { port, path: '/', more: { 'HTTPSampler.domain': 'localhost' } }),
          set(port, 'a=2; Path=/', 'b=; Path=/', 'name=set; Path=/one', 'd=changed; Path=/deep/'),
          http('then', { port, path: '/deep/er' }),
        ),
      ),
  },
  ...(
    [
      ['in each iteration', { 'CookieManager.clearEachIteration': true }, {}],
      [
        'for a new user',
        { 'CookieManager.controlledByThreadGroup': true },
        { 'ThreadGroup.same_user_on_next_iteration': false },
      ],
    ] as [string, Record<string, Value>, Record<string, Value>][]
  ).map(
    ([name, properties, more]): DifferentialCase => ({
      name: `cookies that the plan defines are there again ${name}`,
      plan: plan(
        (port) => [
          defining([{ name: 'a', value: '1' }], properties),
          http('first', { port, path: '/' }),
          set(port, 'a=2; Path=/', 'b=1; Path=/'),
          http('then', { port, path: '/' }),
        ],
        2,
        more,
      ),
    }),
  ),
  {
    name: 'CookieManager: policy ignoreCookies, which takes the place of another manager too',
    plan: plan((port) => [
      defining([{ name: 'a', value: '1' }], { 'CookieManager.policy': 'ignoreCookies' }),
      set(port, 'b=2; Path=/'),
      http('then', { port, path: '/' }, headers(['Cookie', 'own=1'])),
      simple('S', manager(), set(port, 'c=2; Path=/'), http('again', { port, path: '/' })),
    ]),
  },
  ...['default', 'best-match', 'compatibility', 'rfc2109'].map(
    (policy): DifferentialCase => ({
      name: `CookieManager: policy ${policy}`,
      plan: plan(
        (port) => [
          manager({ 'CookieManager.policy': policy }),
          set(
            port,
            'a=1',
            'b=two  words; Path=/',
            'c="quoted; no"; path=/deep',
            'd=4; Path=/other',
            'x=1,y=2',
          ),
          set(port, 'e=; Path=/', 'nothing', '=odd', 'f=a=b; HttpOnly; Secure', 'g=7; Max-Age=100; Path=/'),
          set(port, 'h=8; Max-Age=-5', 'h2=8; Max-Age=odd', 'a b=1; Path=/', '$d=1; Path=/'),
          set(
            port,
            'i=9; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/',
            'j=9; Expires=Wed, 09-Jun-2100 10:18:14 GMT; Path=/',
            'k=9; Expires=Wed, 09-Jun-99 10:18:14 GMT; Path=/',
            'l=9; Expires=Wed, 09-Jun-21 10:18:14 GMT; Path=/',
            'm=9; expires; Path=/',
          ),
          set(
            port,
            'n=1; Domain=127.0.0.1',
            'o=1; Domain=example.com',
            'p=1; Domain=',
            'q=1; Domain=.0.0.1',
            'r=1; Path=',
          ),
          set(port, 's=1; Path=/a; Path=/', 't=1; Comment=x; path=/', 'u=1; Domain=127.0.0.1.; Path=/'),
          http('root', { port, path: '/' }),
          http('deep', { port, path: '/deep/er' }),
          http('set-cookie', { port, path: '/set-cookie/x' }),
          set(
            port,
            'v="1"; Version=1; Path="/"',
            'w=2; Version=1; Path=/set-cookie; Domain=127.0.0.1',
            'y=3; Version=x',
          ),
          set(port, 'z=1; Version=1; Max-Age=100, zz="2, 3"; Version="1"; Path=/', 'a=changed'),
          http('with versions', { port, path: '/set-cookie/y' }),
          http('root', { port, path: '/' }),
        ],
        2,
        {},
      ),
    }),
  ),
  ...['default', 'rfc2109'].map(
    (policy): DifferentialCase => ({
      name: `cookies that the plan defines, with policy ${policy}`,
      plan: plan((port) => [
        defining(
          [
            { name: 'a', value: '1', specified: true },
            { name: 'b', value: 'two words' },
            { name: 'c', value: '3', path: '/deep', specified: true },
            { name: 'd', value: '4', domain: '.0.0.1', specified: true },
            { name: 'e', value: '' },
          ],
          { 'CookieManager.policy': policy },
        ),
        http('root', { port, path: '/' }),
        http('deep', { port, path: '/deep/er' }),
        set(port, 'f=1; Path=/'),
        http('with others', { port, path: '/deep/er' }),
      ]),
    }),
  ),
];

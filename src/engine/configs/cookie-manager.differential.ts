import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  headers,
  http,
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

const set = (port: number, ...cookies: string[]) =>
  http('set', {
    port,
    path: `/set-cookie?${cookies.map((each) => `c=${encodeURIComponent(each)}`).join('&')}`,
  });

const plan =
  (make: (port: number) => TestElement[], loops = 1, more: Record<string, Value> = {}) =>
  ({ port }: { port: number }) => [group({ loops, more }, ...make(port))];

export const cases: DifferentialCase[] = [
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
];

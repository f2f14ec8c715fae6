import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, headers, http, simple, type TestElement, type Value } from '../testing/plan.ts';

const manager = (properties: Record<string, Value> = {}) => ({
  ...element('CacheManager', 'Cache', { clearEachIteration: false, useExpires: true, ...properties }),
  guiClass: 'CacheManagerGui',
});

const path = (lines: string[], more: Record<string, string> = {}) =>
  `/cached?${new URLSearchParams([...lines.map((line) => ['h', line]), ...Object.entries(more)]).toString()}`;

const plan =
  (make: (port: number) => TestElement[], loops = 2, more: Record<string, Value> = {}) =>
  ({ port }: { port: number }) => [group({ loops, more }, ...make(port))];

const modified = 'Last-Modified:Wed, 21 Oct 2015 07:28:00 GMT';
const future = 'Wed, 21 Oct 2099 07:28:00 GMT';
const past = 'Wed, 21 Oct 2015 07:28:00 GMT';
const failure = { without: ['bytes', 'body'] } as const;

/** Everything that decides whether an answer is kept, and for how long. */
const kinds: string[][] = [
  [],
  ['ETag:"a"'],
  [modified],
  ['ETag:'],
  ['ETag:"a"', 'Cache-Control:max-age=60'],
  ['ETag:"a"', 'Cache-Control:max-age=0'],
  ['ETag:"a"', 'Cache-Control:public, max-age=60, must-revalidate'],
  ['ETag:"a"', 'Cache-Control:max-age=-5'],
  ['ETag:"a"', 'Cache-Control:Max-Age=0'],
  ['ETag:"a"', 'Cache-Control:no-store'],
  ['ETag:"a"', 'Cache-Control:no-cache'],
  ['ETag:"a"', 'Cache-Control:no-cache', `Expires:${future}`],
  ['ETag:"a"', 'Cache-Control:no-cache, max-age=60'],
  ['Cache-Control:private'],
  [`Expires:${future}`],
  [`Expires:${past}`],
  ['Expires:0'],
  ['Expires:-1', 'ETag:"a"'],
  ['Expires:Wednesday, 21-Oct-99 07:28:00 GMT'],
  ['Expires:Wednesday, 21-Oct-15 07:28:00 GMT'],
  ['Expires:Wed Oct 21 07:28:00 2099'],
  ['Expires:Wed Oct 21 07:28:00 2015'],
  ['Expires:Wed, 21 Oct 2099 07:28:00 PST'],
  ['Expires:Wed, 21 Oct 2099 07:28:00 +0100'],
  ['Expires:Wed, 21 Oct 2099 07:28:00'],
  ["Expires:'Wed, 21 Oct 2099 07:28:00 GMT'"],
  ['Expires:21 Oct 2099 07:28:00 GMT'],
  [`Expires:${past}`, 'Cache-Control:max-age=60'],
  [`Expires:${future}`, 'Cache-Control:max-age=0'],
  [modified, `Date:${future}`],
  [modified, `Date:${past}`],
  ['Vary:*', 'ETag:"a"'],
  ['Vary:X-A', 'ETag:"a"'],
  ['Vary:User-Agent', 'ETag:"a"'],
  ['Vary:Connection, X-A,Accept', 'ETag:"a"', 'Cache-Control:max-age=60'],
  ['ETag:"a"', 'ETag:"b"'],
];

export const cases: DifferentialCase[] = [
  {
    name: 'CacheManager: what is kept by which headers, with expiry and without',
    plan: plan((port) =>
      [true, false].flatMap((useExpires) => [
        simple(
          String(useExpires),
          manager({ useExpires }),
          ...kinds.map((lines) =>
            http(lines.join(' '), { port, path: path([...lines, `X-Use:${useExpires}`]) }),
          ),
        ),
      ]),
    ),
  },
  {
    name: 'CacheManager: headers and dates that it stumbles over',
    ...failure,
    plan: plan((port) => [
      manager(),
      http('age', { port, path: path(['Cache-Control:max-age=abc']) }),
      http('no age', { port, path: path(['Cache-Control:max-age=']) }),
      http('long age', { port, path: path(['Cache-Control:max-age=3600; x']) }),
      http('date', { port, path: path([modified, 'Date:yesterday']) }),
      http('modified', { port, path: path(['Last-Modified:yesterday', `Date:${past}`]) }),
    ]),
  },
  {
    name: 'CacheManager: questions for what has changed, their answers, and other methods and codes',
    plan: plan(
      (port) => [
        manager({ useExpires: false }),
        http('etag', { port, path: path(['ETag:"a"'], { same: '"a"' }) }),
        http('modified', { port, path: path([modified, 'ETag:W/"b"'], { same: past }) }),
        http('other', { port, path: path(['ETag:"c"'], { same: '"d"' }) }),
        http('post', { port, path: path(['ETag:"e"']), method: 'POST', params: [{ name: 'a', value: 'b' }] }),
        http('get before post', { port, path: path(['ETag:"f"']) }),
        http('post after get', { port, path: path(['ETag:"f"']), method: 'POST' }),
        http('head', { port, path: path(['ETag:"g"']), method: 'HEAD' }),
        ...['201', '206', '299', '304', '404', '500'].map((status) =>
          http(status, { port, path: path([`ETag:"${status}"`], { status }) }),
        ),
        http(
          'own headers',
          { port, path: path(['ETag:"h"', modified]) },
          headers(['if-none-match', 'mine'], ['X-A', '1'], ['If-None-Match', 'mine too'], ['Cookie', 'a=b']),
        ),
      ],
      3,
    ),
  },
  {
    name: 'CacheManager: answers that depend on what was asked',
    plan: plan((port) => [
      manager(),
      ...['1', '2', '1', ''].map((value) =>
        http(
          `X-A ${value}`,
          { port, path: path(['Vary:X-A', 'ETag:"a"', 'Cache-Control:max-age=60']) },
          headers(['X-A', value], ['x-a', 'lower']),
        ),
      ),
      http('twice', { port, path: path(['Vary:X-A', 'ETag:"b"']) }, headers(['X-A', '1'], ['X-A', '2'])),
      http('once', { port, path: path(['Vary:X-A', 'ETag:"b"']) }, headers(['X-A', '1, 2'])),
      http('cookie', { port, path: path(['Vary:Cookie', 'ETag:"c"']) }, headers(['Cookie', 'a=1'])),
    ]),
  },
  ...(
    [
      ['cleared in each iteration', { clearEachIteration: true }, {}],
      ['kept', { clearEachIteration: false }, {}],
      [
        'as the thread group says, for the same user',
        { clearEachIteration: true, 'CacheManager.controlledByThread': true },
        { 'ThreadGroup.same_user_on_next_iteration': true },
      ],
      [
        'as the thread group says, for a new user',
        { clearEachIteration: false, 'CacheManager.controlledByThread': true },
        { 'ThreadGroup.same_user_on_next_iteration': false },
      ],
    ] as [string, Record<string, Value>, Record<string, Value>][]
  ).map(
    ([name, properties, more]): DifferentialCase => ({
      name: `CacheManager: ${name}`,
      plan: plan(
        (port) => [
          manager({ maxSize: 5000, ...properties }),
          http('kept', { port, path: path(['ETag:"a"', 'Cache-Control:max-age=60']) }),
          http('asked', { port, path: path(['ETag:"a"', 'Cache-Control:no-cache']) }),
        ],
        2,
        more,
      ),
    }),
  ),
  {
    name: 'CacheManager: redirects to what is kept, and of two managers the outer one counts',
    plan: plan((port) => {
      const kept = path(['ETag:"a"', 'Cache-Control:max-age=60']);
      return [
        simple(
          'S',
          manager({ useExpires: false }),
          http('kept', { port, path: kept }),
          http('again', { port, path: kept }),
        ),
        manager(),
        http('to it', { port, path: `/redirect/302?to=${encodeURIComponent(kept)}` }),
        http('by itself', {
          port,
          path: `/redirect/302?to=${encodeURIComponent(kept)}`,
          more: { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true },
        }),
        http('fragment', { port, path: `${kept}#part` }),
      ];
    }),
  },
];

import type { DifferentialCase } from '../testing/differential-case.ts';
import { group, http } from '../testing/plan.ts';

const redirects = (name: string, locations: readonly string[]): DifferentialCase => ({
  name,
  plan: ({ port }) => [
    group(
      {},
      ...locations.map((to, at) =>
        http(`${at} ${to}`, { port, path: `/redirect/302?to=${encodeURIComponent(to)}` }),
      ),
    ),
  ],
  without: ['bytes', 'body'],
});

export const cases: DifferentialCase[] = [
  redirects('redirects without a host', [
    'http:///path',
    'http://',
    'http:',
    '//',
    '///x',
    'http://user@:1/',
  ]),
  redirects('redirects to ports that are none', ['http://127.0.0.1:abc/', 'http://127.0.0.1:1b/']),
  redirects('redirects to hosts that are none', [
    'http://a b:1/',
    'http://exa%mple:1/',
    'http://[bad:1/',
    'http://[zz]:1/',
  ]),
  redirects('redirects to other protocols', ['nothing://x/']),
];

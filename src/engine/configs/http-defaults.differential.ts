import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  headers,
  http,
  httpArguments,
  simple,
  type Value,
  withXml,
} from '../testing/plan.ts';

/** ConfigTestElement with the window of HTTP Request Defaults. */
const defaults = (properties: Record<string, Value>, params: Parameters<typeof httpArguments>[0] = []) =>
  withXml(
    { ...element('ConfigTestElement', 'Defaults', properties), guiClass: 'HttpDefaultsGui' },
    httpArguments(params),
  );

const empty = { 'HTTPSampler.domain': '', 'HTTPSampler.port': '', 'HTTPSampler.path': '' };

export const cases: DifferentialCase[] = [
  {
    name: 'defaults of other protocols are none of HTTP requests',
    plan: ({ port }) => [
      group(
        {},
        ...['FtpConfigGui', 'LdapConfigGui', 'LdapExtConfigGui', 'PropertyControlGui', 'TCPConfigGui'].map(
          (guiClass) => ({
            ...element('ConfigTestElement', guiClass, {
              'HTTPSampler.path': '/other',
              'HTTPSampler.contentEncoding': 'GBK',
              'FTPSampler.server': 'other',
            }),
            guiClass,
          }),
        ),
        http('plain', { port, more: { 'HTTPSampler.path': '' } }),
        debug('debug'),
      ),
    ],
  },
  {
    name: 'samplers take what they leave empty from the nearest defaults, and add their parameters',
    plan: ({ port }) => [
      defaults(
        { 'HTTPSampler.domain': '127.0.0.1', 'HTTPSampler.port': port, 'HTTPSampler.path': '/outer' },
        [{ name: 'outer', value: '1' }],
      ),
      group(
        { loops: 2 },
        http('plain', { port, more: empty }),
        http('own path', {
          port,
          path: '/own',
          params: [{ name: 'own', value: 'x' }],
          more: { 'HTTPSampler.domain': '' },
        }),
        simple(
          'S',
          defaults({ 'HTTPSampler.path': '/inner', 'HTTPSampler.follow_redirects': false }, [
            { name: 'inner', value: '2' },
          ]),
          http('inner', { port, more: empty }),
          http('form', { port, method: 'POST', params: [{ name: 'own', value: 'x' }], more: empty }),
        ),
        http('in itself', { port, more: empty }, defaults({ 'HTTPSampler.path': '/itself' })),
      ),
    ],
  },
  {
    name: 'what a sampler says no to stays no',
    plan: ({ port }) => [
      defaults({
        'HTTPSampler.use_keepalive': true,
        'HTTPSampler.follow_redirects': true,
        'HTTPSampler.connect_timeout': '5000',
        'HTTPSampler.response_timeout': '5000',
        'HTTPSampler.contentEncoding': 'ISO-8859-1',
        'HTTPSampler.protocol': 'http',
      }),
      group(
        {},
        http('no', {
          port,
          path: '/redirect/302?to=/x',
          more: { 'HTTPSampler.use_keepalive': false, 'HTTPSampler.follow_redirects': false },
        }),
        http('charset', {
          port,
          path: '/echo',
          method: 'POST',
          params: [{ name: 'a', value: '\u00fc', isEncoded: true }],
        }),
      ),
    ],
  },
  {
    name: 'HeaderManager: the inner one wins by name, a manager may have a name twice, some names are special',
    plan: ({ port }) => [
      headers(['X-Outer', '1'], ['x-both', 'outer'], ['User-Agent', 'outer agent']),
      group(
        {},
        headers(
          ['X-Both', 'inner ${__threadNum}'],
          ['X-Twice', 'a'],
          ['X-Twice', 'b'],
          ['Content-Length', '99'],
        ),
        http('plain', { port }),
        http('own', { port }, headers(['Host', 'example.com'], ['Accept', '*/*'], ['X-Twice', 'own'])),
        http('host with port', { port }, headers(['Host', 'example.com:8080'])),
        http('type', { port, method: 'POST' }, headers(['Content-Type', 'application/json'])),
        http('cookie', { port }, headers(['Cookie', 'a=b'], ['X-Odd', 'gr\u00fcn \u65e5'])),
        http('closing', { port }, headers(['Connection', 'close'])),
        http('after', { port }, headers(['', 'no name'])),
      ),
    ],
  },
];

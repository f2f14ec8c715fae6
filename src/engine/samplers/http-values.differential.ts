import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, headers, http, planWith } from '../testing/plan.ts';

const latin = `/type?type=${encodeURIComponent('text/plain; charset=ISO-8859-1')}&hex=3ce93e`;

/** A body that ends before its length. */
const cut = `/raw/x?hex=${Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nab').toString('hex')}`;
const automatic = { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true };
const shown = (name: string) =>
  element('DebugSampler', name, {
    ...{ displayJMeterProperties: false, displayJMeterVariables: true, displaySystemProperties: false },
  });

export const cases: DifferentialCase[] = [
  ...['utf-8', 'utf8', 'UTF8', 'iso-8859-1', 'us-ascii'].map(
    (charset): DifferentialCase => ({
      name: `HTTP: bodies in ${charset} say so as Java calls it`,
      plan: ({ port }) => [
        group(
          {},
          ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
            [true, false].map((isRaw) =>
              http(`${method} ${isRaw ? 'raw' : 'form'}`, {
                port,
                path: '/echo',
                method,
                params: [{ name: isRaw ? '' : 'a', value: 'é b', isEncoded: !isRaw }],
                more: { 'HTTPSampler.postBodyRaw': isRaw, 'HTTPSampler.contentEncoding': charset },
              }),
            ),
          ),
        ),
      ],
    }),
  ),
  {
    name: 'HTTP: the charset of a body comes from a variable',
    plan: ({ port }) =>
      planWith(
        {},
        { latin: 'ISO-8859-1', none: '' },
        group(
          {},
          ...['${latin}', '${none}', '${__P(nothing,utf-8)}'].map((charset) =>
            http(charset, {
              port,
              path: '/echo',
              method: 'POST',
              params: [{ name: '', value: 'é' }],
              more: { 'HTTPSampler.postBodyRaw': true, 'HTTPSampler.contentEncoding': charset },
            }),
          ),
        ),
      ),
  },
  {
    name: 'HTTP: without a request, neither headers nor the body are evaluated',
    plan: ({ port }) =>
      planWith(
        {},
        { no: 'false' },
        group(
          {},
          ...[
            { name: 'no URI', path: '/${n1}', method: 'POST' },
            { name: 'no URI in the address', path: '/a b^', method: 'GET' },
            { name: 'no method', path: '/echo', method: '' },
            { name: 'odd method', path: '/echo', method: 'A B' },
            { name: 'sent', path: '/echo', method: 'POST' },
            { name: 'with a query', path: '/echo', method: 'GET' },
          ].map(({ name, ...settings }, at) =>
            http(
              `${name} \${__counter(TRUE)}`,
              { port, ...settings, params: [{ name: 'a', value: `\${__longSum(1,${at},argument)}` }] },
              headers(['X-A', `\${__longSum(2,${at},header)}`]),
            ),
          ),
          debug('end'),
        ),
      ),
    summarize: (samples) => samples.map(({ label, code, variables }) => [label, code, variables]),
  },
  {
    name: 'HTTP: the token of a user is set with its first request',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        shown('none'),
        http('no URI', { port, path: '/${n1}' }),
        http('no method', { port, path: '/echo', method: 'A B' }),
        shown('none yet'),
        http('no host', { port, path: '/echo', more: { 'HTTPSampler.domain': '' } }),
        http('nobody there', { port: 1, path: '/echo' }),
        http('dropped', { port, path: '/drop' }),
        shown('still none'),
      ),
      group({ name: 'Cut' }, http('cut', { port, path: cut }), shown('set')),
      group({ name: 'No location' }, http('found', { port, path: '/status/302' }), shown('set')),
      group(
        { name: 'Redirected' },
        http('to nobody', { port, path: '/redirect/302?to=http://127.0.0.1:1/', more: automatic }),
        shown('none'),
        http('to a page', { port, path: '/redirect/302?to=/json', more: automatic }),
        shown('set'),
      ),
      group({ name: 'Page' }, http('page', { port, path: '/json' }), shown('set')),
    ],
    isConcurrent: true,
    summarize: (samples) =>
      samples.map(({ label, code, body }) => [label, code, /__jmeter\.U_T__=.*/.exec(body)?.[0]]),
  },
  {
    name: 'HTTP: of a redirect without a location, no headers are counted',
    plan: ({ port }) => [
      group(
        {},
        http('followed', { port, path: '/status/302' }),
        http('left', { port, path: '/status/301', more: { 'HTTPSampler.follow_redirects': false } }),
        http('by PATCH', { port, path: '/status/302', method: 'PATCH' }),
      ),
    ],
    summarize: (samples) =>
      samples.map(({ label, code, headerBytes, sentBytes }) => [label, code, headerBytes, sentBytes]),
  },
  {
    name: 'HTTP: a header that is named like that of cookies, with a colon',
    plan: ({ port }) => [
      group(
        {},
        http('alone', { port, path: '/echo' }, headers(['Cookie:', 'a=b'])),
        http('beside one', { port, path: '/echo' }, headers(['Cookie:', 'a=b'], ['Cookie', 'c=d'])),
        http('another', { port, path: '/echo' }, headers(['X-Other:', 'a'])),
        http(
          'with a body',
          { port, path: '/echo', method: 'POST', params: [{ name: '', value: 'x' }] },
          headers(['Cookie:', 'a=b']),
        ),
      ),
    ],
  },
  {
    name: 'HTTP: the interim answer to Expect is not counted',
    plan: ({ port }) => [
      group(
        {},
        ...['POST', 'PUT', 'GET', 'DELETE'].flatMap((method) =>
          ['100-continue', '100-Continue'].map((value) =>
            http(
              `${method} ${value}`,
              { port, path: '/expect', method, params: [{ name: '', value: 'x' }] },
              headers(['Expect', value]),
            ),
          ),
        ),
        http(
          'by a redirect',
          { port, path: '/redirect/307?to=/expect', method: 'POST', params: [{ name: '', value: 'x' }] },
          headers(['Expect', '100-continue']),
        ),
      ),
    ],
  },
  {
    name: 'HTTP: what a redirect leads to is read in its own charset',
    plan: ({ port }) => [
      group(
        {},
        http(
          'sent on',
          { port, path: `/redirect/302?to=${encodeURIComponent(latin)}` },
          element('RegexExtractor', 'extractor', {
            ...{ 'RegexExtractor.refname': 'found', 'RegexExtractor.regex': '<(.*)>' },
            ...{ 'RegexExtractor.template': '$1$', 'RegexExtractor.match_number': '1' },
            ...{ 'RegexExtractor.default': 'none', 'RegexExtractor.useHeaders': 'false' },
          }),
        ),
        debug('${found}'),
      ),
    ],
  },
  {
    name: 'HTTP: a connection is also kept where an answer says for no seconds',
    plan: ({ port }) => [
      group(
        {},
        http('none', { port, path: '/kept/0' }),
        http('a minute', { port, path: '/kept/60' }),
        http('none again', { port, path: '/kept/0' }),
        http('unsaid', { port, path: '/kept/' }),
        http('last', { port, path: '/kept/' }),
      ),
    ],
  },
  {
    name: 'HTTP: no value of a header begins another line',
    plan: ({ port }) =>
      planWith(
        {},
        {
          lines: 'one${__char(13)}${__char(10)}Two: two',
          feed: 'a${__char(10)}b${__char(12)}c${__char(11)}d',
        },
        group(
          {},
          http('constant', { port, path: '/echo' }, headers(['One', 'one\nTwo: two'])),
          http('variable', { port, path: '/echo' }, headers(['One', '${lines}'], ['Feeds', '${feed}'])),
          http(
            'not plain',
            { port, path: '/echo', method: 'POST', params: [{ name: '', value: 'x' }] },
            headers(['Content-Type', '${lines}'], ['Cookie', 'a=${feed}'], ['User-Agent', '${feed}']),
          ),
        ),
      ),
  },
];

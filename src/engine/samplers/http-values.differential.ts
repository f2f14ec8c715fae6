import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, headers, http, planWith } from '../testing/plan.ts';

const latin = `/type?type=${encodeURIComponent('text/plain; charset=ISO-8859-1')}&hex=3ce93e`;

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

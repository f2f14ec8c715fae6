import type { DifferentialCase } from '../testing/differential-case.ts';
import { group, type HttpSettings, http, planWith } from '../testing/plan.ts';

type Settings = Omit<HttpSettings, 'port'>;

/** HTTPSamplerProxy: one user does each of the requests in turn. */
const asks = (
  name: string,
  settings: Settings[],
  more: Partial<DifferentialCase> = {},
  loops = 1,
): DifferentialCase => ({
  name,
  plan: ({ port }) =>
    planWith(
      {},
      { x: '1', word: 'grün & blau', port: String(port), slash: '/' },
      group({ loops }, ...settings.map((each, index) => http(`r${index}`, { port, ...each }))),
    ),
  ...more,
});

const raw = (value: string, more: Settings['more'] = {}) => ({
  params: [{ name: '', value }],
  more: { ...more, 'HTTPSampler.postBodyRaw': true },
});
const automatic = { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true };
const form = [
  { name: 'a', value: '1', isEncoded: true },
  { name: 'grün', value: 'x y&z+=é', isEncoded: true },
  { name: 'none', value: '', isEncoded: true },
];
const unnamed = [
  { name: '', value: 'a b', isEncoded: true },
  { name: 'c', value: 'd' },
];
/** The stack of a JVM is the body of a failed sample, and counted. */
const failure = { without: ['bytes', 'body'] } as const;

export const cases: DifferentialCase[] = [
  asks('plain requests on one connection, over two loops', [{ path: '/a' }, { path: '/b?x=${x}' }], {}, 2),
  asks('paths: spaces, escapes, empty segments, no slash, nothing, not ASCII, a fragment', [
    { path: '/a b/c%20d' },
    { path: '//a///b//' },
    { path: '//a%2Cb/%7Ec//%2F/%C3%A4 %25' },
    { path: 'nothing/before' },
    { path: '' },
    { path: '/gr\u00fcn/\u65e5' },
    { path: '/a%2Cb/%7Ec/%2F/%C3%A4/x;y=1:2@3' },
    { path: '/a#part' },
    { path: '/a?q=gr\u00fcn&r=[1]' },
    { path: '/a/../b/./c' },
    { path: '${slash}v${x}' },
  ]),
  asks(
    'characters that no address may have',
    [
      { path: '/a|b' },
      { path: '/a?q={x}' },
      { path: '/a?q="x"' },
      { path: '/a%zz' },
      { path: '/a[1]' },
      { path: '/a?b=%' },
    ],
    failure,
  ),
  asks('a whole address in the path', [
    { path: 'http://127.0.0.1:${port}/whole?a=1', more: { 'HTTPSampler.domain': 'other.invalid' } },
    { path: 'http://127.0.0.1:${port}' },
  ]),
  asks('parameters of GET, encoded and not', [
    {
      path: '/echo',
      params: [
        { name: 'a b', value: '${word}', isEncoded: true },
        { name: 'plain', value: 'a+b%20c' },
        { name: '', value: 'no name' },
        { name: 'flag', value: '', metadata: '' },
        { name: 'empty', value: '' },
        { name: '${x}', value: "~!*()'._-/:@", isEncoded: true },
      ],
    },
    { path: '/echo?own=1', params: [{ name: 'more', value: '2' }] },
  ]),
  asks('forms by POST, PUT, PATCH and DELETE', [
    ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
      path: '/echo',
      method,
      params: [
        { name: 'a b', value: '${word}', isEncoded: true },
        { name: 'done', value: 'a%20b+c' },
        ...(method === 'DELETE' ? [] : [{ name: ' ', value: 'blank' }]),
      ],
    })),
    { path: '/echo', method: 'POST' },
    { path: '/echo', method: 'PUT' },
    { path: '/echo', method: 'DELETE' },
  ]),
  asks('raw bodies', [
    { path: '/echo', method: 'POST', ...raw('{"a": "${word}",\r\n "b": ${x}}') },
    { path: '/echo', method: 'PUT', ...raw('') },
    { path: '/echo', method: 'GET', ...raw('a body with GET') },
    { path: '/echo', method: 'DELETE', ...raw('gone') },
    {
      path: '/echo',
      method: 'POST',
      params: [
        { name: '', value: 'a b', isEncoded: true },
        { name: '', value: 'c' },
      ],
    },
    {
      path: '/echo',
      method: 'POST',
      params: [{ name: '', value: 'gr\u00fcn' }],
      more: { 'HTTPSampler.postBodyRaw': true, 'HTTPSampler.contentEncoding': 'ISO-8859-1' },
    },
  ]),
  asks('other methods', [
    { path: '/a', method: 'HEAD' },
    { path: '/a', method: 'OPTIONS', params: [{ name: 'a', value: '1' }] },
    { path: '/a', method: 'TRACE' },
    { path: '/a', method: 'HEAD', params: [{ name: 'a', value: '1' }] },
    { path: '/a', method: 'PROPFIND' },
  ]),
  asks('a method that nobody has', [{ method: 'FETCH' }, { method: 'a b' }], failure),
  asks('statuses and their messages', [
    { path: '/status/404' },
    { path: '/status/500' },
    { path: '/status/201' },
    { path: '/empty' },
    { path: '/status/304' },
    { path: '/reason/All%20is%20well' },
    { path: '/reason/?code=599' },
    { path: '/status/399' },
    { path: '/status/400' },
  ]),
  asks('kinds of content and their charsets', [
    { path: '/json' },
    { path: '/html' },
    { path: '/type?type=image/png&hex=89504e47' },
    { path: '/type?type=image/svg%2Bxml&hex=3c7376672f3e' },
    { path: '/type?type=text/plain;charset=iso-8859-1&hex=e4f6fc' },
    { path: '/type?type=text/plain&hex=c3a4' },
    { path: '/type?type=text/plain&hex=e4' },
    { path: '/type?type=text/plain;charset=%22utf-16%22&hex=006100e4' },
    { path: '/type?type=text/plain;charset=odd&hex=c3a4' },
    { path: '/type?hex=c3a4' },
    {
      path: '/type?type=text/html&hex=3c6d65746120687474702d65717569763d22636f6e74656e742d747970652220636f6e74656e743d22746578742f68746d6c3b20636861727365743d69736f2d383835392d31223e e4'.replace(
        ' ',
        '',
      ),
    },
  ]),
  asks('encoded, chunked and endless bodies', [
    { path: '/encoded/gzip' },
    { path: '/encoded/deflate' },
    { path: '/encoded/br' },
    { path: '/encoded/identity' },
    { path: '/chunked' },
    { path: '/close' },
    { path: '/after-close' },
  ]),
  asks('only a checksum of the body', [{ path: '/json', more: { 'HTTPSampler.md5': true } }], {
    without: ['bytes'],
  }),
  asks('connections that are not kept', [
    { path: '/a', more: { 'HTTPSampler.use_keepalive': false } },
    { path: '/b', more: { 'HTTPSampler.use_keepalive': false } },
    { path: '/c' },
    { path: '/d' },
  ]),
  asks('redirects that are followed, each as a sub-sample', [
    { path: '/redirect/302?to=/after' },
    { path: '/redirect/301?to=/redirect/303?to=/x/../end' },
    { path: '/redirect/307?to=relative' },
    { path: '/redirect/308?to=http://127.0.0.1:${port}/whole' },
    { path: '/redirect/302?to=/a%20b?c=d%20e' },
    { path: '/redirect/302?to=../../up' },
    { path: '/redirect/302?to=?query' },
    { path: '/redirect/302?to=/status/404' },
    { path: '/redirect/302?to=/a%7Cb' },
    { path: '/redirect/302?to=/after', method: 'POST', params: [{ name: 'a', value: '1' }] },
    { path: '/redirect/307?to=/after', method: 'POST', ...raw('again') },
    { path: '/redirect/302?to=/after', method: 'HEAD' },
    { path: '/redirect/300?to=/after' },
  ]),
  asks('redirects that are not followed', [
    { path: '/redirect/302?to=/after', more: { 'HTTPSampler.follow_redirects': false } },
  ]),
  asks('redirects that the client follows by itself', [
    ...['301', '302', '303', '307', '308'].map((code) => ({
      path: `/redirect/${code}?to=/after`,
      more: { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true },
    })),
    {
      path: '/redirect/302?to=/redirect/301?to=/end',
      more: { 'HTTPSampler.follow_redirects': true, 'HTTPSampler.auto_redirects': true },
    },
    {
      path: '/redirect/302?to=/after',
      method: 'POST',
      params: [{ name: 'a', value: '1' }],
      more: { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true },
    },
  ]),
  asks('redirects that the client follows by itself with the same method and body', [
    ...['307', '308'].flatMap((code) => [
      ...['POST', 'DELETE', 'PUT', 'PATCH'].flatMap((method) => [
        { path: `/redirect/${code}?to=/after`, method, more: automatic },
        { path: `/redirect/${code}?to=/after`, method, params: form, more: automatic },
        { path: `/redirect/${code}?to=/after`, method, ...raw('again', automatic) },
      ]),
    ]),
    { path: '/redirect/307?to=/after?b=c%2520d%3Be%26=f', method: 'DELETE', params: form, more: automatic },
    { path: '/redirect/307?to=/after', method: 'DELETE', params: unnamed, more: automatic },
    { path: '/redirect/307?to=/after', method: 'POST', params: unnamed, more: automatic },
    {
      path: '/redirect/307?to=/after',
      method: 'DELETE',
      params: form,
      more: { ...automatic, 'HTTPSampler.contentEncoding': 'ISO-8859-1' },
    },
  ]),
  asks(
    'redirects to addresses that are not valid, which the client would follow by itself',
    ['GET', 'POST', 'DELETE'].flatMap((method) => [
      { path: '/redirect/307?to=/after?b=c%20d', method, more: automatic },
      { path: '/redirect/302?to=/a%7Cb', method, more: automatic },
    ]),
    failure,
  ),
  asks('a redirect without end', [{ path: '/redirect/302?to=/redirect/302' }, { path: '/loop' }], failure),
  asks(
    'what goes wrong: nobody there, nobody known, no answer, too slow',
    [
      { path: '/x', more: { 'HTTPSampler.port': '1' } },
      { path: '/x', more: { 'HTTPSampler.domain': 'nobody.invalid' } },
      { path: '/x', more: { 'HTTPSampler.domain': 'localhost', 'HTTPSampler.port': '1' } },
      { path: '/x', more: { 'HTTPSampler.domain': '[::1]', 'HTTPSampler.port': '1' } },
      { path: '/drop' },
      { path: '/slow/2000', more: { 'HTTPSampler.response_timeout': '100' } },
      { path: '/x', more: { 'HTTPSampler.domain': '' } },
      { path: '/x', more: { 'HTTPSampler.protocol': 'gopher' } },
      { path: '/x', more: { 'HTTPSampler.protocol': 'PROTOCOL', 'HTTPSampler.domain': 'HOST' } },
      {
        path: '/fine',
        more: { 'HTTPSampler.response_timeout': '5000', 'HTTPSampler.connect_timeout': '5000' },
      },
    ],
    failure,
  ),
  {
    normalize: (text) => text.replaceAll('"isResumed":true', '"isResumed":false'),
    name: 'the same over TLS: connections kept and not, a redirect to and from it, a whole address',
    plan: ({ port, tlsPort }) => {
      const tls = (name: string, settings: Settings) =>
        http(name, {
          ...settings,
          port: tlsPort,
          more: { 'HTTPSampler.protocol': 'https', ...settings.more },
        });
      return [
        group(
          { loops: 2 },
          tls('a', { path: '/a' }),
          tls('form', { path: '/echo', method: 'POST', params: [{ name: 'a', value: '1' }] }),
          tls('to plain', { path: `/redirect/302?to=http://127.0.0.1:${port}/plain` }),
          http('from plain', { port, path: `/redirect/302?to=https://127.0.0.1:${tlsPort}/secure` }),
          http('whole', { port, path: `https://127.0.0.1:${tlsPort}/whole` }),
          tls('gzip', { path: '/encoded/gzip' }),
          tls('not kept', { path: '/b', more: { 'HTTPSampler.use_keepalive': false } }),
          tls('upper case', { path: '/c', more: { 'HTTPSampler.protocol': 'HTTPS' } }),
        ),
      ];
    },
  },
  {
    name: 'sessions of TLS, which belong to one user and end with the iteration where the next is somebody new',
    plan: ({ tlsPort }) => {
      const asksTwice = (letter: string) =>
        ['1', '2'].map((time) =>
          http(letter + time, {
            port: tlsPort,
            path: `/${letter}${time}`,
            more: { 'HTTPSampler.protocol': 'https', 'HTTPSampler.use_keepalive': false },
          }),
        );
      return planWith(
        { 'TestPlan.serialize_threadgroups': true },
        {},
        group({ name: 'One', loops: 2 }, ...asksTwice('a')),
        group(
          { name: 'New', loops: 2, more: { 'ThreadGroup.same_user_on_next_iteration': false } },
          ...asksTwice('b'),
        ),
        group({ name: 'Another' }, ...asksTwice('c')),
      );
    },
    // Whether Java has got a ticket in time for the next connection is a race; that nobody has another's is none.
    normalize: (text) => text.replaceAll(/("url":"\/(?:a.|.2)"[^{}]*"isResumed":)(?:true|false)/g, '$1false'),
  },
  {
    name: 'latency and connect time: of late and of empty bodies, of none, of connections that fail',
    plan: ({ port, silentPort }) => [
      group(
        {},
        http('late', { port, path: '/slow/300' }),
        http('late body', { port, path: '/late-body/300' }),
        http('empty', { port, path: '/slow/300?empty' }),
        http('empty failure', { port, path: '/slow/300?empty&status=500' }),
        http('no content', { port, path: '/slow/300?empty&status=204' }),
        http('reset content', { port, path: '/slow/300?empty&status=205' }),
        http('not modified', { port, path: '/slow/300?empty&status=304' }),
        http('head', { port, path: '/slow/300', method: 'HEAD' }),
        http('never', { port, path: '/slow/900', more: { 'HTTPSampler.response_timeout': '300' } }),
        http('TLS to nobody who speaks it', {
          port: silentPort,
          path: '/a',
          more: { 'HTTPSampler.protocol': 'https' },
        }),
      ),
    ],
    summarize: (samples) =>
      samples.map(({ label, latencyMs, connectMs, success }) => ({
        label,
        success,
        hasLatency: latencyMs >= 200,
        hasConnect: connectMs >= 200,
      })),
  },
  {
    name: 'TLS where there is none, and none where there is TLS',
    plan: ({ port, tlsPort }) => [
      group({}, http('plain to TLS', { port: tlsPort, path: '/a' })),
      group({}, http('TLS to plain', { port, path: '/a', more: { 'HTTPSampler.protocol': 'https' } })),
    ],
    isConcurrent: true,
    without: ['bytes', 'body', 'message'],
  },
  {
    name: 'ports that cannot be (with the stack of a JVM as the body)',
    plan: ({ port }) =>
      planWith(
        {},
        { beyond: '70000' },
        group(
          { loops: 2 },
          http('variable', { port, path: '/a', more: { 'HTTPSampler.port': '${beyond}' } }),
          http('first', { port: 65_536, path: '/a', method: 'POST', params: [{ name: 'x', value: 'y' }] }),
          http('TLS', { port: 70_000, path: '/a', more: { 'HTTPSampler.protocol': 'https' } }),
          http('redirect', { port, path: '/redirect/302?to=http://127.0.0.1:70000/b' }),
          http('good', { port, path: '/a' }),
        ),
      ),
    without: ['bytes', 'body'],
  },
];

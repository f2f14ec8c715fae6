import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  type HttpSettings,
  headers,
  http,
  planWith,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';
import { withoutStart } from '../testing/start-variables.ts';

type Settings = Omit<HttpSettings, 'port'>;

const java = { 'HTTPSampler.implementation': 'Java' };
/** As in JMeter's own system.properties. Java reads it once, so every case has it. */
const systemProperties = { 'sun.net.http.allowRestrictedHeaders': 'true' };
/** The stack of a JVM is the body of a failed sample, and counted. */
const failure = { without: ['bytes', 'body'] } as const;

const ask = (name: string, port: number, settings: Settings, ...children: TestElement[]) =>
  http(name, { port, ...settings, more: { ...java, ...settings.more } }, ...children);

const named = (name: string) => `implementation Java: ${name}`;

/** One user does each of the requests in turn. */
const asks = (
  name: string,
  settings: Settings[],
  more: Partial<DifferentialCase> = {},
  loops = 1,
  around: TestElement[] = [],
): DifferentialCase => ({
  name: named(name),
  plan: ({ port }) =>
    planWith(
      {},
      { x: '1', word: 'grün & blau', port: String(port), slash: '/' },
      group({ loops }, ...around, ...settings.map((each, index) => ask(`r${index}`, port, each))),
    ),
  systemProperties,
  ...more,
});

const raw = (value: string, more: Record<string, Value> = {}) => ({
  params: [{ name: '', value }],
  more: { 'HTTPSampler.postBodyRaw': true, ...more },
});

const form = [
  { name: 'a b', value: '${word}', isEncoded: true },
  { name: 'done', value: 'a%20b+c' },
  { name: 'plain', value: 'grün' },
  { name: 'flag', value: '', metadata: '' },
  { name: '', value: 'no name' },
];

const pauseFor = (ms: number) =>
  element('TestAction', 'pause', {
    'ActionProcessor.action': 1,
    'ActionProcessor.target': 0,
    'ActionProcessor.duration': String(ms),
  });

const answered = (
  name: string,
  answers: readonly string[],
  more: Partial<DifferentialCase> = {},
): DifferentialCase =>
  asks(
    name,
    [
      ...answers.map((answer) => ({
        path: `/raw/x?hex=${Buffer.from(answer, 'latin1').toString('hex')}`,
        more: { 'HTTPSampler.use_keepalive': false },
      })),
      { path: '/fine' },
    ],
    more,
  );

/** What happens to a connection while it is idle shows at the next request. */
const restless = (what: string): DifferentialCase => ({
  name: named(`an idle connection with ${what}`),
  plan: ({ port }) => [
    group(
      {},
      ask('before', port, { path: `/restless/${what}` }),
      pauseFor(300),
      ask('next', port, { path: '/fine?1' }),
      ask('after', port, { path: '/fine?2' }),
    ),
  ],
  systemProperties,
});

const cookies = {
  ...element('CookieManager', 'Cookies', { 'CookieManager.clearEachIteration': false }),
  guiClass: 'CookiePanel',
};

const cache = {
  ...element('CacheManager', 'Cache', { clearEachIteration: false, useExpires: true }),
  guiClass: 'CacheManagerGui',
};

const cached = (...lines: string[]) =>
  `/cached?${new URLSearchParams(lines.map((line) => ['h', line])).toString()}`;

const authorization = (entry: Record<string, string>) =>
  `<elementProp name="" elementType="Authorization">${Object.entries(entry)
    .map(([name, value]) => `<stringProp name="Authorization.${name}">${value}</stringProp>`)
    .join('')}</elementProp>`;

const auth = (...entries: Record<string, string>[]) =>
  withXml(
    {
      ...element('AuthManager', 'Who', {
        'AuthManager.clearEachIteration': true,
        'AuthManager.controlledByThreadGroup': false,
      }),
      guiClass: 'AuthPanel',
    },
    `<collectionProp name="AuthManager.auth_list">${entries.map(authorization).join('')}</collectionProp>`,
  );

interface File {
  path: string;
  name?: string;
  type?: string;
}

/** Java looks for files in the working folder of JMeter, which is not that of the case. */
const folder = '${__P(case.folder)}';

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const withFiles = (sampler: TestElement, files: File[]) =>
  withXml(
    sampler,
    `<elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files">${files
      .map(
        ({ path, name = '', type = '' }) =>
          `<elementProp name="" elementType="HTTPFileArg"><stringProp name="File.path">${xml(path === '' ? '' : `${folder}/${path}`)}</stringProp><stringProp name="File.paramname">${xml(name)}</stringProp><stringProp name="File.mimetype">${type}</stringProp></elementProp>`,
      )
      .join('')}</collectionProp></elementProp>`,
  );

const sends = (
  name: string,
  all: (Settings & { files: File[]; lines?: [string, string][] })[],
): DifferentialCase => ({
  name: named(name),
  plan: ({ port }) => [
    group(
      {},
      ...all.map(({ files, lines, ...each }, index) =>
        withFiles(
          ask(
            `r${index}`,
            port,
            { path: '/echo', method: 'POST', ...each },
            ...(lines ? [headers(...lines)] : []),
          ),
          files,
        ),
      ),
    ),
  ],
  files: {
    'data.txt': 'a file\nwith \u20ac',
    'bytes.bin': Buffer.from(Array.from({ length: 256 }, (_, at) => at)),
    'empty.txt': '',
    'gr\u00fcn "\u20ac".txt': 'named oddly',
  },
  systemProperties,
});

const page = `/type?type=text/html&hex=${Buffer.from('<img src="/a.png"><img src="/b.gif"><img src="/a.png">').toString('hex')}`;

export const cases: DifferentialCase[] = [
  asks('plain requests on one connection', [{ path: '/a' }, { path: '/b?x=${x}' }], {}, 2),
  asks('paths are sent as they are', [
    { path: '/a b/c%20d' },
    { path: '//a///b//' },
    { path: 'nothing/before' },
    { path: '' },
    { path: '?only=query' },
    { path: '/a%2Cb/%7Ec/%2F/%C3%A4/x;y=1:2@3' },
    { path: '/a#part' },
    { path: '/a/../b/./c' },
    { path: '${slash}v${x}' },
    { path: 'http://127.0.0.1:${port}/whole?a=1', more: { 'HTTPSampler.domain': 'other.invalid' } },
    { path: 'http://127.0.0.1:${port}' },
  ]),
  asks('characters that no address may have', [
    { path: '/a|b' },
    { path: '/a?q={x}' },
    { path: '/a?q="x"' },
    { path: '/a[1]' },
    { path: '/a?q=[1]' },
    { path: '/grün/日' },
  ]),
  asks('parameters of GET, DELETE and OPTIONS', [
    ...['GET', 'DELETE', 'OPTIONS'].map((method) => ({
      path: '/echo',
      method,
      params: form.toSpliced(2, 1),
    })),
    { path: '/echo?own=1', params: [{ name: 'more', value: '2' }] },
  ]),
  asks('forms by POST, and no form by PUT', [
    { path: '/echo', method: 'POST', params: form },
    { path: '/echo', method: 'PUT', params: form },
    { path: '/echo', method: 'POST' },
    { path: '/echo', method: 'PUT' },
    { path: '/echo', method: 'POST', params: form, more: { 'HTTPSampler.contentEncoding': 'ISO-8859-1' } },
    { path: '/echo', method: 'POST', params: form, more: { 'HTTPSampler.contentEncoding': 'us-ascii' } },
  ]),
  asks('raw bodies, which only POST and PUT have', [
    { path: '/echo', method: 'POST', ...raw('{"a": "${word}",\r\n "b": ${x}}') },
    { path: '/echo', method: 'PUT', ...raw('put') },
    { path: '/echo', method: 'PUT', ...raw('') },
    { path: '/echo', method: 'POST', ...raw('') },
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
    { path: '/echo', method: 'POST', ...raw('grün €', { 'HTTPSampler.contentEncoding': 'ISO-8859-1' }) },
    { path: '/echo', method: 'POST', ...raw('grün €', { 'HTTPSampler.contentEncoding': 'us-ascii' }) },
  ]),
  asks(
    'multipart forms of POST, which other methods do not send',
    ['POST', 'GET', 'DELETE'].flatMap((method) =>
      [false, true].map((isBrowserLike) => ({
        path: '/echo',
        method,
        params: method === 'POST' ? [{ name: 'q"uote\n', value: 'grün' }, ...form] : form.toSpliced(2, 1),
        more: {
          'HTTPSampler.DO_MULTIPART_POST': true,
          'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART': isBrowserLike,
        },
      })),
    ),
  ),
  asks(
    'other methods, of which Java knows few',
    ['HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND', 'a b'].map((method) => ({ path: '/a', method })),
    failure,
  ),
  asks('statuses and their messages', [
    ...['404', '410', '500', '201', '399', '400', '401', '407', '304'].map((code) => ({
      path: `/status/${code}`,
    })),
    { path: '/empty' },
    { path: '/reason/All%20is%20well' },
    { path: '/reason/?code=599' },
    { path: '/reason/?code=404' },
    { path: '/reason/' },
  ]),
  asks('kinds of content and their charsets', [
    { path: '/json' },
    { path: '/html' },
    { path: '/type?type=image/png&hex=89504e47' },
    { path: '/type?type=text/plain;charset=iso-8859-1&hex=e4f6fc' },
    { path: '/type?type=text/plain&hex=c3a4' },
    { path: '/type?hex=c3a4' },
  ]),
  asks('encoded, chunked and endless bodies', [
    { path: '/encoded/gzip' },
    { path: '/encoded/deflate' },
    { path: '/encoded/br' },
    { path: '/encoded/identity' },
    { path: '/encoded/gzip', method: 'HEAD' },
    { path: '/chunked' },
    { path: '/close' },
    { path: '/a' },
  ]),
  asks('only a checksum of the body', [
    { path: '/json', more: { 'HTTPSampler.md5': true } },
    { path: '/encoded/gzip', more: { 'HTTPSampler.md5': true } },
    { path: '/status/404', more: { 'HTTPSampler.md5': true } },
  ]),
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
    { path: '/redirect/302?to=/status/404' },
    { path: '/redirect/302?to=/a%7Cb' },
    { path: '/redirect/302?to=/after', method: 'POST', params: [{ name: 'a', value: '1' }] },
    { path: '/redirect/307?to=/after', method: 'POST', ...raw('again') },
    { path: '/redirect/302?to=/after', method: 'HEAD' },
    { path: '/redirect/302?to=/after', more: { 'HTTPSampler.follow_redirects': false } },
  ]),
  sends('a file as the body', [
    { files: [{ path: 'data.txt' }] },
    { files: [{ path: 'data.txt', type: 'text/x-odd; charset=utf-8' }] },
    { files: [{ path: 'bytes.bin', type: 'application/octet-stream' }], method: 'PUT' },
    { files: [{ path: 'data.txt' }], method: 'PUT' },
    { files: [{ path: 'data.txt', type: 'a/b' }], lines: [['Content-Type', 'own/type']] },
    {
      files: [{ path: 'data.txt', type: 'a/b' }],
      lines: [
        ['X-A', '1'],
        ['content-type', ''],
        ['X-B', '2'],
      ],
    },
    { files: [{ path: 'empty.txt', type: 'text/plain' }] },
    { files: [{ path: 'data.txt' }], method: 'GET' },
    { files: [{ path: 'data.txt' }], method: 'DELETE' },
    { files: [{ path: 'data.txt', type: 'a/b' }], params: [{ name: 'a', value: 'b' }] },
    { files: [{ path: 'data.txt', type: 'a/b' }], params: [{ name: '', value: 'b' }] },
    { files: [{ path: 'data.txt', type: 'a/b' }], method: 'PUT', params: [{ name: '', value: 'b' }] },
    { files: [{ path: '', type: 'a/b' }], ...raw('raw') },
    { files: [{ path: '', name: 'n', type: 'a/b' }], params: [{ name: 'a', value: 'b' }] },
  ]),
  sends('multipart forms with files', [
    { files: [{ path: 'data.txt', name: 'f', type: 'text/plain' }] },
    { files: [{ path: 'data.txt', name: 'f' }], params: [{ name: 'a', value: 'b' }] },
    ...['UTF-8', 'ISO-8859-1', 'us-ascii'].map((charset) => ({
      files: [
        { path: 'bytes.bin', name: 'q"', type: 'Application/Octet-Stream' },
        { path: 'gr\u00fcn "\u20ac".txt', name: 'gr\u00fcn', type: 'a/b' },
      ],
      params: [
        { name: 'a', value: 'gr\u00fcn \u20ac' },
        { name: ' ', value: 'blank' },
        { name: 'enc', value: 'a b', isEncoded: true },
      ],
      more: { 'HTTPSampler.contentEncoding': charset },
    })),
    {
      files: [{ path: 'data.txt', name: 'f', type: 'a/b' }],
      lines: [
        ['Content-Type', 'own/type'],
        ['X-A', '1'],
      ],
      more: { 'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART': true },
    },
    { files: [{ path: 'data.txt', type: 'a/b' }], more: { 'HTTPSampler.DO_MULTIPART_POST': true } },
    {
      files: [{ path: 'data.txt', name: 'f', type: 'a/b' }],
      method: 'GET',
      params: [{ name: 'a', value: 'b' }],
    },
  ]),
  asks(
    'what goes wrong before a request is sent',
    [
      { path: '/x', more: { 'HTTPSampler.port': '1' } },
      { path: '/x', method: 'POST', ...raw('unsent', { 'HTTPSampler.port': '1' }) },
      { path: '/x', more: { 'HTTPSampler.domain': 'nobody.invalid' } },
      { path: '/x', more: { 'HTTPSampler.domain': '[::1]', 'HTTPSampler.port': '1' } },
      { path: '/x', more: { 'HTTPSampler.protocol': 'gopher' } },
      { path: '/x', more: { 'HTTPSampler.protocol': 'PROTOCOL', 'HTTPSampler.domain': 'HOST' } },
      { path: '/x', more: { 'HTTPSampler.port': '70000' } },
      { path: '/redirect/302?to=http://127.0.0.1:70000/b' },
      {
        path: '/fine',
        more: { 'HTTPSampler.response_timeout': '5000', 'HTTPSampler.connect_timeout': '5000' },
      },
    ],
    failure,
  ),
  asks(
    'requests without a response, which Java repeats once unless it is late',
    [
      { path: '/drop' },
      { path: '/drop', method: 'POST', ...raw('twice') },
      { path: '/slow/2000', more: { 'HTTPSampler.response_timeout': '100' } },
      { path: '/fine' },
    ],
    {
      // Response headers and latency depend on whether JMeter logs the failure, which it does by default.
      summarize: (samples) =>
        samples.map(({ label, code, message, success, requestHeaders, samplerData, url }) => ({
          ...{ label, code, message, success, requestHeaders, samplerData, url },
        })),
    },
  ),
  asks(
    'headers of the plan: their order, Java’s own, names that repeat',
    [
      { path: '/a' },
      { path: '/echo', method: 'POST', params: form },
      { path: '/echo', method: 'PUT', ...raw('x') },
    ],
    {},
    1,
    [
      headers(
        ['Host', 'other.example'],
        ['Origin', 'https://origin.example'],
        ['X-One', '1'],
        ['x-one', 'one'],
        ['X-One', '2'],
        ['Accept-Encoding', 'gzip, deflate'],
        ['Accept-Language', 'de'],
        ['Content-Type', 'text/x-own'],
        ['Referer', 'http://referer.example/${x}'],
        ['User-Agent', 'own'],
        ['Accept', '*/*'],
        ['Authorization', 'Bearer abc'],
        ['Cookie', 'own=1'],
        ['Upgrade-Insecure-Requests', '1'],
        ['Cache-Control', 'no-cache'],
        ['Pragma', 'no-cache'],
        ['X-Empty', ''],
        ['X-Word', '${word}'],
        ['Transfer-Encoding', 'identity'],
      ),
    ],
  ),
  asks('a Connection header of the plan, after JMeter’s', [{ path: '/a' }, { path: '/b' }], {}, 1, [
    headers(['Connection', 'close'], ['Keep-Alive', '300']),
  ]),
  asks('headers that Java refuses', [{ path: '/a' }], failure, 1, [headers(['X-Two', 'a\nb'])]),
  asks('a header name that Java refuses', [{ path: '/a' }], failure, 1, [headers(['X:Three', 'a'])]),
  asks(
    'functions in parameters and headers',
    [
      { path: '/echo', params: [{ name: 'a${__counter(FALSE)}', value: '${__counter(FALSE)}' }] },
      { path: '/echo', method: 'POST', params: [{ name: 'a', value: '${__counter(FALSE)}' }] },
      { path: '/echo', method: 'PUT', ...raw('${__counter(FALSE)}') },
      { path: '/redirect/302?to=/after' },
    ],
    {},
    2,
    [headers(['X-Count', '${__counter(FALSE)}'])],
  ),
  asks(
    'cookies',
    [
      { path: '/set-cookie?c=a%3D1%3B%20Path%3D%2F&c=b%3D2' },
      { path: '/a' },
      { path: '/echo', method: 'POST', params: [{ name: 'a', value: '1' }] },
    ],
    {},
    2,
    [cookies, headers(['Cookie', 'own=1'], ['X-After', 'yes'])],
  ),
  asks(
    'cached responses',
    [
      { path: cached('ETag:"a"') },
      { path: cached('Last-Modified:Wed, 21 Oct 2015 07:28:00 GMT', 'Cache-Control:max-age=0') },
      { path: cached('ETag:"a"', 'Cache-Control:max-age=60') },
      { path: cached('ETag:"a"', 'Cache-Control:max-age=60', 'Vary:Cookie') },
      { path: cached('ETag:"a"', 'Cache-Control:max-age=0', 'Vary:X-Kind') },
      { path: '/set-cookie?c=a%3D1' },
    ],
    {},
    2,
    [cookies, cache, headers(['X-Kind', 'k'], ['If-None-Match', '"own"'])],
  ),
  asks(
    'credentials, which are sent at once and as Basic',
    [
      { path: '/auth/Basic?w=Basic%20realm%3D%22R%22' },
      { path: '/other?w=Basic%20realm%3D%22R%22' },
      { path: '/auth/Digest?w=Digest%20realm%3D%22R%22%2C%20nonce%3D%22n%22' },
    ],
    {},
    1,
    [
      auth(
        {
          url: 'http://127.0.0.1:${port}/auth/Basic',
          username: 'ada',
          password: 'secret',
          domain: 'D',
          realm: '',
        },
        {
          url: 'http://127.0.0.1:${port}/auth',
          username: 'gr\u00fcn',
          password: '${word}',
          domain: '',
          realm: 'R',
          mechanism: 'DIGEST',
        },
      ),
    ],
  ),
  asks('a challenge without credentials', [
    { path: '/auth/Basic?w=Basic%20realm%3D%22R%22' },
    { path: '/a' },
  ]),
  asks('embedded resources', [{ path: page, more: { 'HTTPSampler.image_parser': true } }, { path: '/a' }]),
  {
    name: named('in HTTP Request Defaults'),
    plan: ({ port }) => [
      group(
        {},
        { ...element('ConfigTestElement', 'Defaults', java), guiClass: 'HttpDefaultsGui' },
        http('default', { port, path: '/a' }),
        http('its own', { port, path: '/b', more: { 'HTTPSampler.implementation': 'HttpClient4' } }),
        http('default again', { port, path: '/c' }),
      ),
    ],
    systemProperties,
  },
  {
    name: named('users of several groups share connections'),
    plan: ({ port }) =>
      planWith(
        { 'TestPlan.serialize_threadgroups': true },
        {},
        ...['One', 'Two'].map((name) =>
          group({ name, loops: 2 }, ask('a', port, { path: `/a-${name}` }), ask('b', port, { path: '/b' })),
        ),
      ),
    systemProperties,
  },
  {
    name: named('five idle connections are kept'),
    plan: ({ port }) =>
      planWith(
        { 'TestPlan.serialize_threadgroups': true },
        {},
        ...['One', 'Two'].map((name) =>
          group(
            { name, users: 8 },
            // The name gives it connections of its own.
            ask('slow', port, { path: '/slow/700', more: { 'HTTPSampler.domain': 'localhost' } }),
          ),
        ),
      ),
    systemProperties,
    isConcurrent: true,
    summarizeRequests: (requests) => [new Set(requests.map(({ connection }) => connection)).size],
  },
  {
    name: named('an idle connection expires'),
    plan: ({ port }) => {
      const kept = (path: string) => ask('kept', port, { path, more: { 'HTTPSampler.domain': 'LOCALHOST' } });
      return [group({}, kept('/kept/1'), kept('/kept/1'), pauseFor(1500), kept('/kept/1'))];
    },
    systemProperties,
  },
  ...['reset', 'farewell'].map(restless),
  answered('heads as Java reads them', [
    'HTTP/1.1 200 OK\r\nX-Folded: a\r\n  b\r\n\tc\r\nX-Tab:\ta\tb \r\nContent-Length: 2\r\n\r\nab',
    'HTTP/1.1 200 OK\nX-Line: feed\nContent-Length: 2\n\nab',
    'HTTP/1.1 200 OK\r\nX-Before: 1\r\nno name\r\nX-After: 2\r\nContent-Length: 2\r\n\r\nab',
    'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nab',
    'HTTP/1.0 404 Gone  \r\nContent-Length: 2\r\n\r\nab',
    'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Type: text/x-last\r\n\r\nuntil the end',
  ]),
  answered('bodies that end too early, or are in no GZIP', [
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\nContent-Length: 3\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\nContent-Encoding: GZIP\r\nContent-Length: 3\r\n\r\nabc',
  ]),
  answered(
    'a chunked body that ends too early',
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
    failure,
  ),
  {
    name: named('over TLS: connections are kept, and redirects go to and from it'),
    plan: ({ port, tlsPort }) => {
      const tls = (name: string, settings: Settings) =>
        ask(name, tlsPort, { ...settings, more: { 'HTTPSampler.protocol': 'https', ...settings.more } });
      return [
        group(
          { loops: 2 },
          tls('a', { path: '/a' }),
          tls('form', { path: '/echo', method: 'POST', params: [{ name: 'a', value: '1' }] }),
          tls('to plain', { path: `/redirect/302?to=http://127.0.0.1:${port}/plain` }),
          ask('from plain', port, { path: `/redirect/302?to=https://127.0.0.1:${tlsPort}/secure` }),
          tls('gzip', { path: '/encoded/gzip' }),
          tls('not kept', { path: '/b', more: { 'HTTPSampler.use_keepalive': false } }),
        ),
      ];
    },
    systemProperties,
    // Whether Java has got a ticket in time for the next connection is a race.
    normalize: (text) => text.replaceAll('"isResumed":true', '"isResumed":false'),
  },
  {
    name: named('a Debug PostProcessor shows no user token, which HttpClient alone sets'),
    plan: ({ port }) => {
      const shown = { displayJMeterProperties: false, displayJMeterVariables: true };
      const variables = () => element('DebugPostProcessor', 'variables', shown);
      return [
        group(
          {},
          ask('java', port, {}, variables()),
          http('client', { port }, variables()),
          ask('java again', port, {}, variables()),
        ),
      ];
    },
    systemProperties,
    // Times of the start, and an address in the JVM.
    without: ['bytes'],
    normalize: withoutStart,
  },
  {
    name: named('latency, and no connect time'),
    plan: ({ port }) => [
      group(
        {},
        ...[
          '/slow/300',
          '/late-body/300',
          '/slow/300?empty',
          '/slow/300?empty&status=500',
          '/slow/300?empty&status=204',
          '/slow/300?empty&status=304',
        ].map((path) => ask(path, port, { path })),
        ask('head', port, { path: '/slow/300', method: 'HEAD' }),
      ),
    ],
    systemProperties,
    summarize: (samples) =>
      samples.map(({ label, latencyMs, connectMs, success }) => ({
        label,
        success,
        hasLatency: latencyMs >= 200,
        hasConnect: connectMs > 0,
      })),
  },
];

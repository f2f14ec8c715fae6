import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, simple, type TestElement, type Value, withXml } from '../testing/plan.ts';

const defaults = (properties: Record<string, Value>): TestElement => ({
  ...element('ConfigTestElement', 'Defaults', properties),
  guiClass: 'HttpDefaultsGui',
});
/** Says nothing that defaults could say. */
const bare = (name: string, path: string, port: number, more: Record<string, Value> = {}): TestElement => ({
  ...element('HTTPSamplerProxy', name, {
    'HTTPSampler.domain': '127.0.0.1',
    'HTTPSampler.port': port,
    'HTTPSampler.path': path,
    ...more,
  }),
  guiClass: 'HttpTestSampleGui',
});
const booleans = [true, false];
const page = `/type?type=text/html&hex=${Buffer.from('<img src="/a.png"><img src="/b.gif">').toString('hex')}`;

const withDefaults = (
  name: string,
  properties: Record<string, Value>,
  paths: readonly string[],
): DifferentialCase => ({
  name: `HTTP Request Defaults: ${name}`,
  plan: ({ port }) => [
    group({}, simple('S', defaults(properties), ...paths.map((path) => bare('bare', path, port)))),
  ],
});

export const cases: DifferentialCase[] = [
  withDefaults('a method, which samplers without one have', { 'HTTPSampler.method': 'PUT' }, ['/echo']),
  ...booleans.flatMap((value) => [
    withDefaults(`auto_redirects ${value}`, { 'HTTPSampler.auto_redirects': value }, [
      '/redirect/302?to=/html',
    ]),
    withDefaults(`use_keepalive ${value}`, { 'HTTPSampler.use_keepalive': value }, ['/html', '/html']),
    withDefaults(`postBodyRaw ${value}`, { 'HTTPSampler.postBodyRaw': value }, ['/echo']),
    withDefaults(`md5 ${value}`, { 'HTTPSampler.md5': value }, ['/html']),
    withDefaults(
      `multipart ${value}`,
      {
        'HTTPSampler.DO_MULTIPART_POST': value,
        'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART': value,
        'HTTPSampler.follow_redirects': true,
      },
      ['/echo'],
    ),
  ]),
  ...booleans.map(
    (value): DifferentialCase => ({
      ...withDefaults(
        `embedded resources ${value}, at once and not all`,
        {
          'HTTPSampler.image_parser': value,
          'HTTPSampler.concurrentDwn': value,
          'HTTPSampler.concurrentPool': '2',
          'HTTPSampler.embedded_url_exclude_re': '.*gif',
        },
        [page],
      ),
      isConcurrent: true,
      normalize: (text) => text.replaceAll(/ResDownload-Thread-\d+/g, 'Users 1-1'),
    }),
  ),
  ...['', 'HttpClient4', 'HttpClient3.1'].map((implementation) =>
    withDefaults(
      `implementation ${implementation || 'of nothing'}`,
      { 'HTTPSampler.implementation': implementation },
      ['/html'],
    ),
  ),
  ...['', 'http'].map(
    (scheme): DifferentialCase => ({
      name: `HTTP Request Defaults: a proxy whose scheme is ${scheme || 'nothing'}`,
      plan: ({ port, proxies }) => [
        group(
          {},
          defaults({
            'HTTPSampler.proxyHost': '127.0.0.1',
            'HTTPSampler.proxyPort': proxies.ports.open,
            'HTTPSampler.proxyScheme': scheme,
          }),
          bare('bare', '/html', port),
        ),
      ],
      // The body of a failure is the stack of a JVM.
      ...(scheme === '' ? { without: ['bytes', 'body'] as const } : {}),
    }),
  ),
  {
    name: 'HTTP Request Defaults and HTTP Request: what no JMeter of today reads, and a list of no files',
    plan: ({ port }) => [
      group(
        {},
        withXml(
          defaults({
            'HTTPSampler.FILE_NAME': 'a.txt',
            'HTTPSampler.FILE_FIELD': 'a',
            'HTTPSampler.mimetype': 'text/plain',
            'HTTPSampler.monitor': true,
          }),
          '<elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files"/></elementProp>',
        ),
        bare('bare', '/echo', port, { 'HTTPSampler.method': 'POST' }),
        http('own', { port, path: '/echo', method: 'POST', more: { 'HTTPSampler.monitor': true } }),
      ),
    ],
  },
  {
    name: 'HTTP Request: no to all that it could do more',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        http('no', {
          port,
          path: page,
          more: {
            'HTTPSampler.md5': false,
            'HTTPSampler.DO_MULTIPART_POST': false,
            'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART': false,
            'HTTPSampler.image_parser': false,
            'HTTPSampler.concurrentDwn': false,
          },
        }),
        http('form', {
          port,
          path: '/echo',
          method: 'POST',
          params: [{ name: 'a', value: 'b c', isEncoded: true }],
          more: {
            'HTTPSampler.md5': false,
            'HTTPSampler.DO_MULTIPART_POST': false,
            'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART': false,
          },
        }),
      ),
    ],
  },
];

import type { DifferentialCase } from '../../testing/differential-case.ts';
import {
  element,
  group,
  headers,
  http,
  planWith,
  type TestElement,
  type Value,
  withXml,
} from '../../testing/plan.ts';
import { frameOf } from '../../testing/websockets.ts';

type Properties = Record<string, Value>;

const sampler = (kind: string, name: string, properties: Properties, children: TestElement[] = []) =>
  element(`eu.luminis.jmeter.wssampler.${kind}`, name, properties, children);

const address = (port: number, path = '/ws'): Properties => ({
  server: '127.0.0.1',
  port,
  path,
  TLS: false,
  connectTimeout: '5000',
  readTimeout: '2000',
});

const open = (port: number, path = '/ws', more: Properties = {}, ...children: TestElement[]) =>
  sampler('OpenWebSocketSampler', 'open', { ...address(port, path), ...more }, children);

const close = (more: Properties = {}) =>
  sampler('CloseWebSocketSampler', 'close', { statusCode: '1000', readTimeout: '2000', ...more });

/** On the connection of the user. */
const request = (data: string, more: Properties = {}) =>
  sampler('RequestResponseWebSocketSampler', 'request', {
    ...{ createNewConnection: false, TLS: false, server: '', port: '80', path: '', connectTimeout: '20000' },
    ...{
      binaryPayload: false,
      requestData: data,
      readTimeout: '2000',
      loadDataFromFile: false,
      dataFile: '',
    },
    ...more,
  });

const write = (data: string, more: Properties = {}) =>
  sampler('SingleWriteWebSocketSampler', 'write', {
    ...{ createNewConnection: false, TLS: false, server: '', port: '80', path: '', connectTimeout: '20000' },
    ...{ binaryPayload: false, requestData: data, loadDataFromFile: false, dataFile: '' },
    ...more,
  });

const read = (more: Properties = {}) =>
  sampler('SingleReadWebSocketSampler', 'read', {
    ...{ createNewConnection: false, TLS: false, server: '', port: '80', path: '', connectTimeout: '20000' },
    ...{ dataType: 'Text', readTimeout: '2000', optional: false },
    ...more,
  });

const ping = (more: Properties = {}) =>
  sampler('PingPongSampler', 'ping', { type: 'PingPong', readTimeout: '2000', ...more });

/** When it is answered, the target has seen all that was sent before. */
const answered = (port: number) => [open(port), request('the end')];

const hex = (...frames: Buffer[]) => Buffer.concat(frames).toString('hex');
const raw = (text: string) => `/raw?text=${encodeURIComponent(text)}`;
const accepted = 'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';

const headerManager = (name: string, ...lines: [string, string][]) => ({ ...headers(...lines), name });

const cookieManager = () =>
  withXml(
    {
      ...element('CookieManager', 'cookies', { 'CookieManager.clearEachIteration': false }),
      guiClass: 'CookiePanel',
    },
    '<collectionProp name="CookieManager.cookies"/>',
  );

const sameUser = (isSame: boolean) => ({ 'ThreadGroup.same_user_on_next_iteration': isSame });

const ownRequest = (tlsPort: number, server = '127.0.0.1') =>
  request('hello', { createNewConnection: true, ...address(tlsPort), server, TLS: true });

const https = (tlsPort: number, path: string, server = '127.0.0.1') =>
  http(path, {
    port: tlsPort,
    path,
    more: {
      ...{ 'HTTPSampler.protocol': 'https', 'HTTPSampler.domain': server },
      'HTTPSampler.use_keepalive': false,
    },
  });

/** Connections over TLS to the same server, by two names. */
const overTls = (tlsPort: number) => [
  https(tlsPort, '/first'),
  ownRequest(tlsPort),
  ownRequest(tlsPort),
  https(tlsPort, '/second'),
  https(tlsPort, '/third'),
  ownRequest(tlsPort),
  ownRequest(tlsPort, 'localhost'),
  https(tlsPort, '/of-another-name', 'localhost'),
];

const connectionCases: DifferentialCase[] = [
  {
    name: 'opens, sends, receives and closes',
    plan: ({ port }) => [
      group({ loops: 2 }, open(port, '/ws?a=b#c'), request('hello ä'), request(''), close(), close()),
    ],
  },
  {
    name: 'a request opens its own connection, and closes the one before',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        request('one', { createNewConnection: true, ...address(port, 'ws') }),
        request('two', { createNewConnection: true, ...address(port, '') }),
        request('three'),
      ),
    ],
  },
  {
    name: 'without a connection',
    plan: [group({}, request('hello'), write('hello'), read(), ping(), close())],
  },
  {
    name: 'properties that are not there have defaults',
    plan: ({ port }) => [
      group(
        {},
        sampler('RequestResponseWebSocketSampler', 'request', {
          ...{ server: '127.0.0.1', port: ` ${port} `, path: '/ws', requestData: 'hello' },
        }),
        sampler('CloseWebSocketSampler', 'close', {}),
        sampler('OpenWebSocketSampler', 'open', { server: '127.0.0.1', port, path: '/ws' }),
        sampler('SingleWriteWebSocketSampler', 'write', { requestData: 'again' }),
        sampler('SingleReadWebSocketSampler', 'read', {}),
        sampler('PingPongSampler', 'ping', {}),
      ),
    ],
  },
  {
    name: 'invalid ports and timeouts',
    plan: ({ port }) => [
      group(
        {},
        ...['', 'x', '0', '65536', '+'].map((value) => open(port, '/ws', { port: value })),
        ...['', 'x', '0', '1000000', '-1'].map((value) => open(port, '/ws', { connectTimeout: value })),
        ...['', 'x', '-1', '10000000', '3000000000'].map((value) =>
          open(port, '/ws', { readTimeout: value }),
        ),
        request('x', { createNewConnection: true, ...address(port), port: 'no' }),
        read({ createNewConnection: true, ...address(port), port: 'no' }),
        write('x', { createNewConnection: true, ...address(port), port: 'no', readTimeout: '1' }),
        request('x', { readTimeout: 'no' }),
        read({ readTimeout: 'no' }),
        ping({ readTimeout: 'no' }),
        close({ readTimeout: 'no' }),
      ),
    ],
  },
  {
    name: 'headers and cookies of the managers in scope',
    plan: ({ port }) => [
      cookieManager(),
      headerManager('outer', ['X-Outer', '1'], ['X-Both', 'outer'], ['Host', 'other'], ['', 'nameless']),
      group(
        {},
        http('cookie', { port, path: '/set-cookie?c=a%3Db%3B%20Path%3D%2F' }),
        open(
          port,
          '/ws',
          {},
          headerManager('inner', ['x-both', 'inner'], ['Origin', 'http://a'], ['A', '1']),
        ),
        request('hello', { createNewConnection: true, ...address(port) }),
        request('on the same'),
      ),
    ],
  },
  {
    name: 'a header with a line break',
    plan: ({ port }) => [group({}, headerManager('broken', ['X', 'a\nb']), open(port), request('x'))],
  },
  {
    name: 'a server that does not upgrade',
    plan: ({ port }) => [
      group(
        {},
        open(port, raw('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')),
        open(port, raw('rubbish\r\n\r\n')),
        open(port, raw('')),
        open(port, raw('HTTP/1.1 101 OK\r\nConnection: upgrade\r\n\r\n')),
        open(port, raw('HTTP/1.1 101 OK\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n\r\n')),
        open(port, raw(`${accepted}\r\n`)),
        open(port, raw(`${accepted}Sec-WebSocket-Accept: no\r\n\r\n`)),
        request('hello', { createNewConnection: true, ...address(port, raw('HTTP/1.0 500 Oh\r\n\r\n')) }),
        request('none left'),
      ),
    ],
  },
  {
    name: 'an upgrade that ends with the connection',
    plan: ({ port }) => [
      group(
        {},
        open(port, raw(`${accepted}sec-websocket-accept:{accept}\n\n`)),
        read(),
        read(),
        open(port, raw(`${accepted}Sec-WebSocket-Accept: {accept}`)),
        open(port, raw(`${accepted}Sec-WebSocket-Accept: {accept}\r\nNo colon\r\n`)),
      ),
    ],
  },
  {
    name: 'nobody listens, an unknown host, and no response',
    plan: ({ port, silentPort }) => [
      group(
        {},
        open(1),
        open(port, '/ws', { server: 'nowhere.invalid' }),
        open(port, '/mute', { readTimeout: '150' }),
        open(silentPort, '/ws'),
        request('none left'),
      ),
    ],
  },
  {
    name: 'over TLS',
    plan: ({ tlsPort }) => [
      group({}, open(tlsPort, '/ws', { TLS: true }), request('hello'), request('send 8103616263'), close()),
    ],
  },
  {
    name: 'connections over TLS resume the session of one before',
    plan: ({ tlsPort }) => {
      const own = { createNewConnection: true, ...address(tlsPort), TLS: true };
      return [
        group(
          {},
          request('hello', own),
          request('hello', own),
          write('61', { ...own, readTimeout: '6000', binaryPayload: true }),
          read({ dataType: 'Any' }),
          read({ ...own, path: `/ws?open=${hex(frameOf(1, 'first'))}` }),
          close(),
        ),
      ];
    },
  },
  {
    name: 'connections over TLS and HTTPS requests resume sessions of each other',
    plan: ({ tlsPort }) => [group({ loops: 2, more: sameUser(true) }, ...overTls(tlsPort))],
  },
  {
    name: 'a new user resumes no sessions from its first HTTPS request on',
    plan: ({ tlsPort }) => [
      group({ loops: 3, more: sameUser(false) }, ownRequest(tlsPort), https(tlsPort, '/first')),
    ],
  },
  {
    name: 'TLS to a server without it',
    plan: ({ port }) => [group({}, open(port, '/ws', { TLS: true }), request('none left'))],
  },
  {
    name: 'users have a connection each',
    plan: ({ port }) => [group({ users: 3, loops: 2 }, open(port), request(`\${__threadNum}`), close())],
    isConcurrent: true,
  },
];

const frameCases: DifferentialCase[] = [
  {
    name: 'frames of all sizes',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        ...[125, 126, 65_535, 65_536, 200_000].map((size) => request('x'.repeat(size))),
        close(),
      ),
    ],
  },
  {
    name: 'binary data as text',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        ...['0x01 0xfF', 'cafe 1', '', ' 0x1ff  0a0b', '+1 -1'].map((data) =>
          request(data, { binaryPayload: true }),
        ),
        ...['xyz', '0x', '0xg', '0x100000000', '1 2 q'].map((data) =>
          request(data, { payloadType: 'Binary' }),
        ),
        write('zz', { payloadType: 'Binary' }),
      ),
    ],
  },
  {
    name: 'payload types, of which the newer property wins',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        request('a^@b ^^@', { payloadType: 'TextStomp' }),
        request('a^@b', { payloadType: 'Text', binaryPayload: true }),
        request('61', { payloadType: 'Binary' }),
        write('a^@', { payloadType: 'TextStomp' }),
        read(),
        write('a^@', { payloadType: 'Text' }),
        read(),
      ),
    ],
  },
  {
    name: 'data from a file',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        request('unused', { loadDataFromFile: true, dataFile: `\${__P(case.folder)}/text.txt` }),
        request('unused', {
          ...{ loadDataFromFile: true, dataFile: `\${__P(case.folder)}/text.txt`, payloadType: 'Binary' },
        }),
        write('unused', { loadDataFromFile: true, dataFile: `\${__P(case.folder)}/none.txt` }),
        request('unused', { loadDataFromFile: true, dataFile: `\${__P(case.folder)}` }),
      ),
    ],
    files: { 'text.txt': `from a file: ${'ä'.repeat(60)}\n` },
  },
  {
    name: 'frames of other kinds than expected',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        request(`send ${hex(frameOf(2, 'ab'))}`),
        request(`send ${hex(frameOf(2, ''))}`),
        request(`send ${hex(frameOf(2, 'x'.repeat(17)))}`),
        request(`send ${hex(frameOf(9, ''))}`),
        request(`send ${hex(frameOf(9, 'are you there'))}`),
        request(`send ${hex(frameOf(10, ''))}`),
        request('616263', { binaryPayload: true }),
        write('text'),
        request('61', { binaryPayload: true }),
        request('now binary'),
        request(`send ${hex(frameOf(8, ''))}`),
        request('none left'),
      ),
    ],
  },
  {
    name: 'frames that are none',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        request(`send ${hex(frameOf(3, 'abc'))}`),
        request(`send ${hex(frameOf(0, 'abc'))}`),
        request('still there'),
        request('send 817f0000000180000000'),
        request('still there'),
        request('send 817f0000000080000000'),
        request('still there'),
      ),
    ],
  },
  {
    name: 'a message in fragments',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        request(
          `send ${hex(frameOf(1, 'one', false), frameOf(0, 'two', false), frameOf(9, ''), frameOf(0, 'three'))}`,
        ),
        read(),
        read(),
        read(),
        write(`send ${hex(frameOf(2, 'one', false), frameOf(0, 'two'))}`),
        read({ dataType: 'Binary' }),
        read({ dataType: 'Text' }),
        write(`send ${hex(frameOf(1, 'one', false), frameOf(1, 'no continuation'), frameOf(0, 'two'))}`),
        read(),
        read(),
        read(),
      ),
    ],
  },
  {
    name: 'the connection ends before or within a frame',
    plan: ({ port }) => [
      group(
        {},
        ...['', '81', '817e', '817e00', '817f0000', '8105616263', '8103616263'].flatMap((bytes) => [
          open(port),
          request(`end ${bytes}`),
          read(),
        ]),
      ),
    ],
  },
  {
    name: 'the connection is reset while a frame is awaited',
    plan: ({ port }) => [group({}, open(port), request('reset'), request('none left'))],
  },
];

const closeCases: DifferentialCase[] = [
  {
    name: 'status codes and reasons of closing',
    plan: ({ port }) => [
      group(
        {},
        ...['1000', '3999', '70000', '-1'].flatMap((statusCode) => [open(port), close({ statusCode })]),
        ...['', 'x', ' 1000'].flatMap((statusCode) => [open(port), close({ statusCode }), close()]),
      ),
    ],
  },
  {
    name: 'a close that is not answered by one',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        write('unread'),
        close(),
        close(),
        open(port, `/ws?open=${hex(frameOf(10, 'x'))}`),
        close(),
        request('none left'),
        ...answered(port),
      ),
    ],
  },
  {
    name: 'the server closes first',
    plan: ({ port }) => [
      group(
        {},
        open(port, `/ws?open=${hex(frameOf(8, Buffer.from('03e8627965', 'hex')))}`),
        request('hello'),
        request('none left'),
        open(port, `/ws?open=${hex(frameOf(8, Buffer.from('ffff', 'hex')))}`),
        close(),
        request('hello', {
          createNewConnection: true,
          ...address(port, `/ws?open=${hex(frameOf(8, ''))}`),
        }),
        request('none left'),
        request('hello', {
          createNewConnection: true,
          ...address(port, `/ws?open=${hex(frameOf(8, ''))}`),
        }),
        close(),
        close(),
        ...answered(port),
      ),
    ],
  },
];

const readCases: DifferentialCase[] = [
  {
    name: 'reads frames that were not asked for',
    plan: ({ port }) => [
      group(
        {},
        read({
          createNewConnection: true,
          ...address(port, `/ws?open=${hex(frameOf(1, 'first'), frameOf(2, 'second'), frameOf(1, 'third'))}`),
        }),
        read({ dataType: 'Binary' }),
        read({ dataType: 'Any' }),
        write(`send ${hex(frameOf(2, 'any'), frameOf(1, 'old'), frameOf(2, 'old'), frameOf(1, 'odd'))}`, {
          createNewConnection: true,
          ...address(port),
          readTimeout: '6000',
        }),
        read({ dataType: 'Any' }),
        read({ dataType: '', binaryPayload: false }),
        read({ dataType: '', binaryPayload: true }),
        read({ dataType: 'Binary' }),
      ),
    ],
  },
  {
    name: 'a read without a frame, which may be optional',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        read({ readTimeout: '100' }),
        read({ readTimeout: '100', optional: true }),
        write('after 200 8103616263'),
        read({ readTimeout: '0' }),
        write('send 8103'),
        read({ readTimeout: '100' }),
        write('send 616263'),
        read({ optional: true }),
        write('end'),
        read({ optional: true }),
      ),
    ],
  },
  {
    name: 'ping and pong',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        ping(),
        ping({ type: 'Pong' }),
        write('text'),
        ping(),
        read(),
        ping({ readTimeout: '100', type: 'PingPong' }),
        request('end'),
      ),
    ],
  },
];

const assertion = (comparisonType: string, compareValue: string, more: Properties = {}) =>
  element('eu.luminis.jmeter.assertions.BinaryContentAssertion', comparisonType, {
    ...{ comparisonType, compareValue },
    ...more,
  });

const assertionCases: DifferentialCase[] = [
  {
    name: 'assertions about bytes',
    plan: ({ port }) => {
      const types = ['Equals', 'NotEquals', 'Contains', 'NotContains', 'StartsWith', 'NotStartsWith', ''];
      const values = ['0xca 0xfe 0xba 0xbe ', 'cafe', 'feba', '', 'cafebabe00', ' fe 0xBa'];
      return [
        group(
          {},
          open(port),
          ...types.flatMap((type) =>
            values.map((value) => {
              const sent = request('cafebabe', { binaryPayload: true });
              return { ...sent, children: [assertion(type, value)] };
            }),
          ),
          {
            ...request('cafebabe', { binaryPayload: true }),
            children: ['parent', 'children', 'all'].map((scope) =>
              assertion('Equals', 'ff', { 'Assertion.scope': scope }),
            ),
          },
          {
            ...request('ff', { binaryPayload: true }),
            children: [element('eu.luminis.jmeter.assertions.BinaryContentAssertion', 'bare')],
          },
        ),
      ];
    },
  },
];

/** The key of an upgrade is random. */
const normalize = (text: string) => text.replace(/(Sec-WebSocket-Accept: )[\w+/=]{28}/gi, '$1(accept)');

const pingFilter = (more: Properties = {}, name = 'pings') =>
  sampler('PingFrameFilter', name, { replyToPing: false, ...more });
const textFilter = (comparisonType: string, matchValue = '', name = 'texts') =>
  sampler('TextFrameFilter', name, { comparisonType, matchValue });
const binaryFilter = (more: Properties) => sampler('BinaryFrameFilter', 'binaries', more);
const filtered = (each: TestElement, ...filters: TestElement[]) => ({ ...each, children: filters });
const openWith = (port: number, ...frames: Buffer[]) => open(port, `/ws?open=${hex(...frames)}`);
const textFrames = (...texts: string[]) => texts.map((each) => frameOf(1, each));

const pingOptions: Properties[] = [
  { replyToPing: true },
  {},
  { filterType: 'FilterAll' },
  { filterType: 'FilterPingOnly' },
];

const filterCases: DifferentialCase[] = [
  {
    name: 'a ping filter discards pings and pongs, with and without a reply',
    plan: ({ port }) => [
      group(
        {},
        ...pingOptions.flatMap((more) => [
          openWith(port, frameOf(9, 'p'), frameOf(9, ''), ...textFrames('hello', 'more')),
          filtered(read(), pingFilter(more)),
          request('then'),
        ]),
        openWith(port, frameOf(9, 'p'), frameOf(10, 'q'), ...textFrames('hello')),
        filtered(read(), pingFilter({ filterType: 'FilterPongOnly', replyToPing: true })),
        filtered(read(), pingFilter({ filterType: 'FilterPongOnly', replyToPing: true })),
        filtered(ping({ readTimeout: '300' }), pingFilter()),
        ...answered(port),
      ),
    ],
  },
  ...[
    ['Contains', 'b', 'xby', 'none'],
    ['NotContains', 'b', 'none', 'xby'],
    ['Equals', 'abc', 'abc', 'abcd'],
    ['NotEquals', 'abc', 'abcd', 'abc'],
    ['StartsWith', '${start}', 'abc', 'bca'],
    ['NotStartsWith', 'ä', 'bca', 'äbc'],
    ['EndsWith', 'c', 'abc', 'bca'],
    ['NotEndsWith', 'c', 'bca', 'abc'],
    ['IsPlain', '', 'abc', 'abc'],
  ].map(
    ([type = '', value = '', discarded = '', kept = '']): DifferentialCase => ({
      name: `a text filter with ${type}`,
      plan: ({ port }) =>
        planWith(
          {},
          { start: 'ab' },
          group(
            {},
            openWith(port, ...textFrames(discarded, discarded, kept), frameOf(2, 'binary')),
            filtered(read({ dataType: 'Any' }), textFilter(type, value)),
            ...answered(port),
          ),
        ),
    }),
  ),
  ...[
    ['IsPlain', ''],
    ['Contains', '02 03'],
    ['NotContains', '0203'],
    ['Contains', '03', '2'],
    ['NotContains', '${hex}', '${at}'],
    ['Contains', '03 09', '2'],
    ['Contains', '02', 'x'],
    ['Contains', '', '0'],
    ['Contains', ''],
    ['NotContains', ' '],
    ['Equals', '0x01 0x02 0x03'],
    ['NotEquals', '010203'],
    ['NotEquals', 'no bytes'],
    ['StartsWith', '01 02'],
    ['StartsWith', 'xy'],
    ['NotStartsWith', '02'],
    ['NotStartsWith', '0102030405'],
    ['EndsWith', '03'],
    ['EndsWith', '0102030405'],
    ['NotEndsWith', '02'],
  ].map(
    ([type = '', matchValue = '', matchPosition = '']): DifferentialCase => ({
      name: `a binary filter with ${type} "${matchValue}" at "${matchPosition}"`,
      plan: ({ port }) =>
        planWith(
          {},
          { hex: '03', at: '+2' },
          group(
            {},
            openWith(
              port,
              ...textFrames('text'),
              ...['010203', '0102', '0203', '03', ''].map((bytes) => frameOf(2, Buffer.from(bytes, 'hex'))),
              ...textFrames('end'),
            ),
            ...[1, 2, 3].map(() =>
              filtered(
                read({ dataType: 'Any', readTimeout: '300' }),
                binaryFilter({ comparisonType: type, matchValue, matchPosition }),
              ),
            ),
            ...answered(port),
          ),
        ),
    }),
  ),
  {
    name: 'filters around each other, and the same one twice',
    plan: ({ port }) => [
      group(
        {},
        pingFilter({ replyToPing: true }, 'outer'),
        openWith(
          port,
          frameOf(9, 'p'),
          ...textFrames('a', 'b'),
          frameOf(9, 'q'),
          frameOf(1, 'frag', false),
          frameOf(0, 'ment'),
          ...textFrames('c'),
        ),
        filtered(
          read(),
          textFilter('Equals', 'a'),
          textFilter('Equals', 'b', 'other'),
          textFilter('Equals', 'a'),
        ),
        filtered(read(), textFilter('Contains', 'ment')),
        ...answered(port),
      ),
    ],
  },
  {
    name: 'a filter while a connection closes, ends, or stays silent',
    plan: ({ port }) => [
      group(
        {},
        open(port),
        write(`send ${hex(...textFrames('one', 'two'))}`),
        filtered(close(), textFilter('IsPlain')),
        openWith(port, ...textFrames('one')),
        filtered(read({ readTimeout: '300' }), textFilter('IsPlain')),
        openWith(port, ...textFrames('one')),
        filtered(read({ readTimeout: '300', optional: true }), textFilter('IsPlain')),
        openWith(port, ...textFrames('one', 'two')),
        filtered(read({ readTimeout: '0' }), textFilter('Equals', 'one')),
        open(port),
        write(`end ${hex(...textFrames('one'))}`),
        filtered(read(), textFilter('IsPlain')),
        ...answered(port),
      ),
    ],
  },
];

export const cases: DifferentialCase[] = [
  ...connectionCases,
  ...filterCases,
  ...frameCases,
  ...closeCases,
  ...readCases,
  ...assertionCases,
].map((each) => ({ normalize, ...each }));

import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, type TestElement, type Value, withXml } from '../testing/plan.ts';

const cookies = (more: Record<string, Value>): TestElement => ({
  ...element('CookieManager', 'Cookies', {
    'CookieManager.policy': 'standard',
    'CookieManager.clearEachIteration': false,
    'CookieManager.implementation': 'org.apache.jmeter.protocol.http.control.HC4CookieHandler',
    ...more,
  }),
  guiClass: 'CookiePanel',
});
const cache = (isOfGroup: boolean): TestElement => ({
  ...element('CacheManager', 'Cache', {
    clearEachIteration: false,
    useExpires: true,
    'CacheManager.controlledByThread': isOfGroup,
  }),
  guiClass: 'CacheManagerGui',
});
const isSame = 'ThreadGroup.same_user_on_next_iteration';
const cached = '/cached?h=ETag%3A%22a%22&same=%22a%22';

const twice =
  '<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">2</stringProp></elementProp>';

/** Plugins whose users are new in each iteration, which the plan cannot change. */
const pluginGroups: Record<string, (...children: TestElement[]) => TestElement> = {
  SteppingThreadGroup: (...children) =>
    withXml(
      element(
        'kg.apc.jmeter.threads.SteppingThreadGroup',
        'Users',
        {
          'ThreadGroup.num_threads': '1',
          'ThreadGroup.on_sample_error': 'continue',
          'Threads initial delay': '0',
          'Start users count': '1',
          'Start users count burst': '0',
          'Start users period': '0',
          'Stop users count': '1',
          'Stop users period': '0',
          flighttime: '60',
          rampUp: '0',
        },
        children,
      ),
      twice,
    ),
  UltimateThreadGroup: (...children) =>
    withXml(
      element(
        'kg.apc.jmeter.threads.UltimateThreadGroup',
        'Users',
        { 'ThreadGroup.on_sample_error': 'continue' },
        children,
      ),
      `<collectionProp name="ultimatethreadgroupdata"><collectionProp name="1">${['1', '0', '0', '60', '0'].map((cell, at) => `<stringProp name="${at}">${cell}</stringProp>`).join('')}</collectionProp></collectionProp>${twice}`,
    ),
};

export const cases: DifferentialCase[] = [
  ...Object.entries(pluginGroups).flatMap(([kind, groupOf]) =>
    [true, false].map(
      (isOfGroup): DifferentialCase => ({
        name: `${kind} of another user in each pass, with managers that ${isOfGroup ? 'heed' : 'do not heed'} that`,
        plan: ({ port, tlsPort }) => [
          groupOf(
            cookies({ 'CookieManager.controlledByThreadGroup': isOfGroup }),
            cache(isOfGroup),
            http('before', { port, path: cached }),
            http('sets', { port, path: '/set-cookie?c=a%3Db' }),
            http('after', { port, path: cached }),
            http('secure', { port: tlsPort, more: { 'HTTPSampler.protocol': 'https' } }),
          ),
        ],
      }),
    ),
  ),
  ...['ThreadGroup', 'SetupThreadGroup', 'PostThreadGroup'].flatMap((kind) =>
    [true, false].flatMap((isSameUser) =>
      [true, false].map(
        (isOfGroup): DifferentialCase => ({
          name: `${kind} of ${isSameUser ? 'the same user' : 'another user'} in each pass, with managers that ${isOfGroup ? 'heed' : 'do not heed'} that`,
          plan: ({ port }) => [
            group(
              { kind, loops: 2, more: { [isSame]: isSameUser } },
              cookies({ 'CookieManager.controlledByThreadGroup': isOfGroup }),
              cache(isOfGroup),
              http('before', { port, path: cached }),
              http('sets', { port, path: '/set-cookie?c=a%3Db' }),
              http('after', { port, path: cached }),
            ),
          ],
        }),
      ),
    ),
  ),
  {
    name: 'CounterConfig that goes on in each pass, as it says',
    plan: [
      group(
        { loops: 3 },
        element('CounterConfig', 'Counter', {
          'CounterConfig.start': '1',
          'CounterConfig.incr': '2',
          'CounterConfig.name': 'n',
          'CounterConfig.per_user': true,
          'CounterConfig.reset_on_tg_iteration': false,
        }),
        debug('${n}'),
        debug('${n}'),
      ),
    ],
  },
  ...[
    { charset: 'GB2312', bytes: Buffer.from('d5c5c8fd2c310ac0eecbc4a1a4a1aa2c320a', 'hex') },
    { charset: 'windows-1252', bytes: Buffer.from('6772fc6e808d2c310a61e9622c320a', 'hex') },
    { charset: 'windows-1251', bytes: Buffer.from('cfeee1e5e4e0982c310aeff02c320a', 'hex') },
    { charset: 'KOI8-R', bytes: Buffer.from('f0cfc2c5c4c12c310acfd22c320a', 'hex') },
    { charset: 'ISO-8859-15', bytes: Buffer.from('a4a62c310aa8b42c320a', 'hex') },
    { charset: 'ISO-8859-2', bytes: Buffer.from('a3f364bc2c310abef32c320a', 'hex') },
    { charset: 'ISO-8859-5', bytes: Buffer.from('bfe0d8d2d5e22c310aaff32c320a', 'hex') },
    { charset: 'windows-1250', bytes: Buffer.from('a3f3649f802c310a9e9a2c320a', 'hex') },
    { charset: 'windows-1253', bytes: Buffer.from('cae1ebde802c310adcbf2c320a', 'hex') },
    { charset: 'windows-1254', bytes: Buffer.from('ddf0fe802c310ae7f62c320a', 'hex') },
    { charset: 'windows-1256', bytes: Buffer.from('d3e1c7e3802c310a818d2c320a', 'hex') },
    { charset: 'UTF8', bytes: Buffer.from('grün,1\n日本,2\n') },
  ].map(
    ({ charset, bytes }): DifferentialCase => ({
      name: `CSVDataSet in ${charset}`,
      files: { 'data.csv': bytes },
      plan: [
        group(
          { loops: 2 },
          element('CSVDataSet', 'CSV', {
            filename: 'data.csv',
            fileEncoding: charset,
            variableNames: 'a,b',
            delimiter: ',',
            quotedData: false,
            recycle: true,
            stopThread: false,
            ignoreFirstLine: false,
            shareMode: 'shareMode.all',
          }),
          debug('${a} ${b}'),
        ),
      ],
    }),
  ),
  {
    name: 'CSVDataSet in utf-8, in small letters',
    files: { 'data.csv': 'grün,1\n日本,2\n' },
    plan: [
      group(
        { loops: 2 },
        element('CSVDataSet', 'CSV', {
          filename: 'data.csv',
          fileEncoding: 'utf-8',
          variableNames: 'a,b',
          delimiter: ',',
          quotedData: false,
          recycle: true,
          stopThread: false,
          ignoreFirstLine: false,
          shareMode: 'shareMode.all',
        }),
        debug('${a} ${b}'),
      ),
    ],
  },
];

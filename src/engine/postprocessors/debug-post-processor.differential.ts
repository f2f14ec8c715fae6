import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  headers,
  http,
  httpArguments,
  planWith,
  transaction,
  withXml,
} from '../testing/plan.ts';

const post = (name: string, ...shown: string[]) =>
  element(
    'DebugPostProcessor',
    name,
    Object.fromEntries(
      ['JMeterProperties', 'JMeterVariables', 'SamplerProperties', 'SystemProperties'].map((each) => [
        `display${each}`,
        shown.includes(each),
      ]),
    ),
  );
const samplers = post('shown', 'SamplerProperties');

const gui = (kind: string, guiClass: string, properties = {}) => ({
  ...element(kind, kind, properties),
  guiClass,
});
const defaults = (properties: Record<string, string | boolean>, ...names: string[]) =>
  withXml(
    gui('ConfigTestElement', 'HttpDefaultsGui', properties),
    httpArguments(names.map((name) => ({ name, value: `\${a}-${name}` }))),
  );
const file = (path: string, name: string) =>
  `<elementProp name="${path}" elementType="HTTPFileArg"><stringProp name="File.path">${path}</stringProp><stringProp name="File.paramname">${name}</stringProp><stringProp name="File.mimetype">text/plain</stringProp></elementProp>`;

/** Addresses in the JVM, times, the ports of the target, and what only Apache JMeter's command line sets. */
const alike = {
  without: ['bytes'] as const,
  normalize: (text: string) =>
    text
      .replaceAll(/@[0-9a-f]+(?=\\n)/g, '@')
      .replaceAll(/HTTPSampler\.port=\d+/g, 'HTTPSampler.port=')
      .replaceAll(/TESTSTART\.MS=\d+/g, 'TESTSTART.MS=')
      .replaceAll(/START\.(?:HMS|MS|YMD)=\d+(?:\\n)/g, ''),
};

export const cases: DifferentialCase[] = [
  {
    name: 'shows the properties of HTTP samplers with those of their defaults and managers, without addresses',
    ...alike,
    files: { 'a.txt': 'content' },
    plan: ({ port }) =>
      planWith(
        {},
        { a: '1' },
        group(
          { loops: 2 },
          samplers,
          defaults(
            {
              'HTTPSampler.connect_timeout': '4321',
              'HTTPSampler.protocol': 'http',
              'TestPlan.comments': 'of the defaults',
              'HTTPSampler.contentEncoding': '',
            },
            'outer',
          ),
          gui('CookieManager', 'CookiePanel', { 'CookieManager.clearEachIteration': false }),
          gui('CacheManager', 'CacheManagerGui', { clearEachIteration: false }),
          gui('AuthManager', 'AuthPanel'),
          gui('DNSCacheManager', 'DNSCachePanel', { 'DNSCacheManager.clearEachIteration': false }),
          headers(['X-A', '${a}']),
          http(
            'page ${a}',
            {
              port,
              path: '/html?${a}',
              params: [
                { name: 'x', value: 'y${a}' },
                { name: 'no', value: '', metadata: '' },
              ],
              more: { 'TestPlan.comments': 'its own', 'HTTPSampler.contentEncoding': '' },
            },
            headers(['X-B', 'b']),
            defaults(
              { 'HTTPSampler.connect_timeout': '1234', 'HTTPSampler.response_timeout': '5000' },
              'inner',
            ),
          ),
          http('redirected', { port, path: '/redirect/302?to=/html', more: { 'TestPlan.comments': '' } }),
          withXml(
            http('files', { port, path: '/html' }),
            `<elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files">${file('a.txt', 'f')}${file('a.txt', 'g${a}')}</collectionProp></elementProp>`,
          ),
          transaction('transaction', true, http('within', { port })),
        ),
      ),
  },
  {
    name: 'shows the properties of an HTTP sampler that has none but its address',
    ...alike,
    plan: ({ port }) => [
      group(
        {},
        {
          ...element(
            'HTTPSamplerProxy',
            'bare',
            { 'HTTPSampler.domain': '127.0.0.1', 'HTTPSampler.port': port, 'HTTPSampler.path': '/' },
            [samplers],
          ),
          guiClass: 'HttpTestSampleGui',
        },
      ),
    ],
  },
  {
    name: 'shows properties that no JMeter of today reads',
    ...alike,
    plan: ({ port }) => [
      group(
        {},
        http(
          'old',
          {
            port,
            more: {
              'HTTPSampler.monitor': false,
              'HTTPSampler.FILE_NAME': '',
              'HTTPSampler.FILE_FIELD': 'a',
              'HTTPSampler.mimetype': 'b',
              'HTTPSampler.implementation': 'HttpClient3.1',
            },
          },
          samplers,
        ),
      ),
    ],
  },
  {
    name: 'shows the values of variables at the time of the post-processor',
    ...alike,
    plan: ({ port }) =>
      planWith(
        {},
        { a: 'before' },
        group(
          {},
          http(
            'page',
            { port, path: '/html?${a}' },
            gui('RegexExtractor', 'RegexExtractorGui', {
              'RegexExtractor.refname': 'a',
              'RegexExtractor.regex': 'token=(\\w+)',
              'RegexExtractor.template': '$1$',
              'RegexExtractor.match_number': '1',
            }),
            samplers,
          ),
        ),
      ),
  },
  {
    name: 'shows the properties of other samplers, without those of the configs',
    ...alike,
    plan: planWith(
      {},
      { a: '1' },
      samplers,
      defaults({ 'HTTPSampler.domain': 'localhost' }, 'default'),
      group(
        {},
        headers(['X-A', '${a}']),
        element('DebugSampler', 'debug ${a}', {
          displayJMeterVariables: false,
          displaySystemProperties: false,
          displayJMeterProperties: false,
          'TestPlan.comments': 'a comment',
        }),
        gui('JSR223Sampler', 'TestBeanGUI', {
          scriptLanguage: 'groovy',
          script: 'vars.put("q", "${a}")',
          parameters: '',
          filename: '',
          cacheKey: 'true',
        }),
        gui('BeanShellSampler', 'BeanShellSamplerGui', {
          'BeanShellSampler.query': 'vars.put("r","${a}");',
          'BeanShellSampler.parameters': '',
          'BeanShellSampler.filename': '',
          'BeanShellSampler.resetInterpreter': false,
        }),
        gui('TestAction', 'TestActionGui', {
          'ActionProcessor.action': '1',
          'ActionProcessor.target': '0',
          'ActionProcessor.duration': '0',
        }),
      ),
    ),
  },
  {
    name: 'shows properties of the run and of JMeter’s own file, but not the times that its command line sets',
    ...alike,
    properties: { own: 'x', 'gui.quick_3': 'of the run' },
    plan: [
      group(
        {},
        element('DebugSampler', 'sampler', {
          displayJMeterVariables: true,
          displaySystemProperties: false,
          displayJMeterProperties: true,
        }),
        element(
          'DebugSampler',
          'post-processors',
          { displayJMeterVariables: false, displaySystemProperties: false, displayJMeterProperties: false },
          [
            post('properties', 'JMeterProperties'),
            post('all', 'JMeterProperties', 'JMeterVariables', 'SamplerProperties'),
          ],
        ),
      ),
    ],
  },
];

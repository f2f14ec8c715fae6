import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  headers,
  http,
  loop,
  simple,
  type TestElement,
  transaction,
  type Value,
  variables,
} from '../testing/plan.ts';

const parallel = (
  name: string,
  properties: Record<string, Value>,
  ...children: TestElement[]
): TestElement => ({
  ...element('com.blazemeter.jmeter.controller.ParallelSampler', name, properties, children),
  guiClass: 'com.blazemeter.jmeter.controller.ParallelControllerGui',
});
const oneByOne = { LIMIT_MAX_THREAD_NUMBER: true, MAX_THREAD_NUMBER: '1' };
const withParent = { PARENT_SAMPLE: true };
const both: [words: string, properties: Record<string, Value>][] = [
  ['without a parent sample', {}],
  ['with a parent sample', withParent],
];

/** Takes so long. */
const dummy = (name: string, ms: number, more: Record<string, Value> = {}, ...children: TestElement[]) =>
  element(
    'kg.apc.jmeter.samplers.DummySampler',
    name,
    {
      WAITING: true,
      SUCCESFULL: true,
      RESPONSE_CODE: '200',
      RESPONSE_MESSAGE: 'fine',
      REQUEST_DATA: 'asked',
      RESPONSE_DATA: 'said by <${seen}>',
      RESPONSE_TIME: String(ms),
      LATENCY: '0',
      CONNECT: '0',
      URL: '',
      RESULT_CLASS: 'org.apache.jmeter.samplers.SampleResult',
      ...more,
    },
    children,
  );
const failing = { SUCCESFULL: false };
const action = (name: string, what: number, target = 0) =>
  element('TestAction', name, {
    'ActionProcessor.action': String(what),
    'ActionProcessor.target': String(target),
    'ActionProcessor.duration': '0',
  });
const onFailure = (what: number) => element('ResultAction', 'on failure', { 'OnError.action': String(what) });
const contains = (text: string) => ({
  ...element('ResponseAssertion', `has ${text}`, {
    'Assertion.test_field': 'Assertion.response_data',
    'Assertion.test_type': '16',
  }),
  properties: `<collectionProp name="Asserion.test_strings"><stringProp name="0">${text}</stringProp></collectionProp><stringProp name="Assertion.test_field">Assertion.response_data</stringProp><intProp name="Assertion.test_type">16</intProp>`,
});
const boundary = (variable: string, left: string, right: string) =>
  element('BoundaryExtractor', `take ${variable}`, {
    'BoundaryExtractor.refname': variable,
    'BoundaryExtractor.lboundary': left,
    'BoundaryExtractor.rboundary': right,
    'BoundaryExtractor.match_number': '1',
    'BoundaryExtractor.useHeaders': 'false',
    'BoundaryExtractor.default': 'none',
  });

const cookies: TestElement = {
  ...element('CookieManager', 'Cookies', {
    'CookieManager.policy': 'standard',
    'CookieManager.clearEachIteration': false,
    'CookieManager.controlledByThreadGroup': true,
  }),
  guiClass: 'CookiePanel',
};

/** The plugin names its threads after an object of the JVM; that is seen in sub-samples alone. */
const withoutThreads = (text: string) =>
  text.replace(/"(?:org\.apache\.jmeter\.threads\.JMeterThread@[0-9a-f]+|Users 1-1) - /g, '"(user) - ');

export const cases: DifferentialCase[] = [
  ...both.flatMap(([words, properties]): DifferentialCase[] => [
    {
      name: `ParallelSampler runs its children ${words}, here one after another, in each pass`,
      plan: [
        variables({ seen: 'nobody' }),
        group(
          { loops: 3 },
          dummy('before', 0),
          parallel('P ${seen}', { ...properties, ...oneByOne }, dummy('a ${seen}', 0), dummy('b', 0)),
          dummy('after', 0),
        ),
      ],
    },
    {
      name: `ParallelSampler runs its children at the same time ${words}; the quickest is the first, and when each one's index is told varies`,
      without: ['variables'],
      plan: [
        group(
          { loops: 2 },
          parallel('P', properties, dummy('slow', 600), dummy('quick', 120), dummy('medium', 360)),
        ),
      ],
    },
    {
      name: `ParallelSampler runs no more at once than it is allowed ${words}; when each one's index is told varies`,
      without: ['variables'],
      plan: [
        group(
          {},
          parallel(
            'P',
            { ...properties, LIMIT_MAX_THREAD_NUMBER: true, MAX_THREAD_NUMBER: '2' },
            dummy('a', 700),
            dummy('b', 200),
            dummy('c', 200),
            dummy('d', 100),
          ),
        ),
      ],
    },
    ...['continue', 'startnextloop', 'stopthread', 'stoptest'].map(
      (onError): DifferentialCase => ({
        name: `ParallelSampler ${words} whose child fails, in a group that wants to ${onError} then`,
        plan: [
          group(
            { loops: 3, onError },
            dummy('before', 0),
            parallel('P', { ...properties, ...oneByOne }, dummy('good', 0), dummy('bad', 0, failing)),
            dummy('after ${JMeterThread.last_sample_ok}', 0),
            parallel('Q', { ...properties, ...oneByOne }, dummy('bad', 0, failing), dummy('good', 0)),
            dummy('last ${JMeterThread.last_sample_ok}', 0),
          ),
        ],
      }),
    ),
    {
      name: `ParallelSampler ${words} in transactions that make a parent sample and that do not`,
      plan: [
        group(
          { loops: 2 },
          transaction(
            'with parent',
            true,
            parallel('P', { ...properties, ...oneByOne }, dummy('a', 0), dummy('b', 0, failing)),
            dummy('c', 0),
          ),
          transaction(
            'without parent',
            false,
            parallel('P', { ...properties, ...oneByOne }, dummy('d', 0), dummy('e', 0, failing)),
            dummy('f', 0),
          ),
          transaction(
            'last',
            false,
            parallel('P', { ...properties, ...oneByOne }, dummy('g', 0), dummy('h', 0)),
          ),
        ),
      ],
    },
    {
      name: `ParallelSampler ${words} with transactions in it, and other controllers`,
      plan: [
        variables({ yes: 'true', no: 'false', one: '1' }),
        group(
          { loops: 2 },
          parallel(
            'P',
            { ...properties, ...oneByOne },
            transaction('T', true, dummy('t1', 0), loop('TL', 2, dummy('t2', 0, failing))),
            loop('L', 2, dummy('l', 0)),
            simple('S', dummy('s1', 0), simple('S2', dummy('s2', 0))),
            simple('empty'),
            element('OnceOnlyController', 'Once', {}, [dummy('once', 0)]),
            element(
              'IfController',
              'If',
              { 'IfController.condition': '${yes}', 'IfController.useExpression': true },
              [dummy('if', 0)],
            ),
            element(
              'IfController',
              'If',
              { 'IfController.condition': '${no}', 'IfController.useExpression': true },
              [dummy('never', 0)],
            ),
            element('SwitchController', 'Switch', { 'SwitchController.value': '${one}' }, [
              dummy('zero', 0),
              dummy('one', 0),
            ]),
            element('WhileController', 'While', { 'WhileController.condition': '${yes}' }, [
              dummy('while', 0),
              action('break', 5),
              dummy('never', 0),
            ]),
          ),
        ),
      ],
    },
    ...[3, 4, 5].map(
      (what): DifferentialCase => ({
        name: `ParallelSampler ${words} with a Flow Control Action ${what} in a child, and in a loop of one`,
        plan: [
          group(
            { loops: 2 },
            loop(
              'L',
              2,
              parallel(
                'P',
                { ...properties, ...oneByOne },
                simple('S', dummy('a', 0), action('now', what), dummy('b', 0)),
                loop('In', 2, dummy('c', 0), action('now', what), dummy('d', 0)),
                dummy('e', 0),
              ),
              dummy('f', 0),
            ),
            dummy('g', 0),
          ),
        ],
      }),
    ),
    ...[1, 4, 5, 6].map(
      (what): DifferentialCase => ({
        name: `ParallelSampler ${words} with a child whose failure has the action ${what}`,
        plan: [
          group(
            { loops: 2 },
            parallel(
              'P',
              { ...properties, ...oneByOne },
              simple('S', dummy('a', 0, failing, onFailure(what)), dummy('b', 0)),
              dummy('c', 0),
            ),
            dummy('d', 0),
          ),
        ],
      }),
    ),
    {
      name: `ParallelSampler ${words} whose child stops the test while another one is at work; when each one's index is told varies`,
      without: ['variables'],
      plan: [
        group(
          { loops: 2 },
          parallel(
            'P',
            { ...properties, LIMIT_MAX_THREAD_NUMBER: true, MAX_THREAD_NUMBER: '2' },
            simple('S', dummy('a', 120, failing, onFailure(2)), dummy('never', 0)),
            simple('at work', dummy('b', 500), dummy('never', 0)),
          ),
          dummy('never', 0),
        ),
      ],
    },
    {
      name: `ParallelSampler ${words} asks over connections that its user can use afterwards only at first`,
      plan: ({ port }) => [
        group(
          { loops: 2 },
          loop(
            'L',
            3,
            parallel('P', { ...properties, ...oneByOne }, http('a', { port, path: '/echo?a' })),
            http('b', { port, path: '/echo?b' }),
          ),
        ),
        group(
          { name: 'Later', loops: 1, more: { 'ThreadGroup.scheduler': true, 'ThreadGroup.delay': '1' } },
          http('first', { port, path: '/echo?first' }),
          loop(
            'L',
            3,
            parallel('P', { ...properties, ...oneByOne }, http('a', { port, path: '/echo?a' })),
            http('b', { port, path: '/echo?b' }),
          ),
        ),
      ],
      normalize: withoutThreads,
    },
    {
      name: `ParallelSampler ${words} when another group stops the test: a child that waits never has its turn`,
      plan: [
        group(
          { loops: 2 },
          parallel('P', { ...properties, ...oneByOne }, dummy('at work', 500), dummy('waits', 0)),
          dummy('never', 0),
        ),
        group({ name: 'Stopper' }, dummy('bad', 150, failing, onFailure(2))),
      ],
    },
    {
      name: `ParallelSampler ${words} whose child stops its thread takes the user along, but no other child; when each one's index is told varies`,
      without: ['variables'],
      plan: [
        group(
          { loops: 2 },
          parallel(
            'P',
            properties,
            simple('S', action('stop', 0), dummy('never', 0)),
            loop('L', 3, dummy('b', 30)),
          ),
          dummy('never', 0),
        ),
      ],
    },
    {
      name: `ParallelSampler ${words} with assertions, timers and variables around it and within`,
      plan: [
        variables({ seen: 'nobody' }),
        contains('said'),
        group(
          { loops: 2 },
          contains('nobody'),
          element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '5' }),
          dummy('before', 0),
          parallel(
            'P',
            { ...properties, ...oneByOne },
            contains('by'),
            dummy('a', 0, {}, boundary('seen', 'said by &lt;', '&gt;')),
            dummy('b', 0, {}, boundary('found', 'said', 'by'), contains('never')),
            simple('S', dummy('c ${found}', 0)),
          ),
          dummy('after ${found}', 0),
        ),
      ],
    },
    {
      name: `ParallelSampler ${words} asks over connections of its children's own, with the cookies of the user`,
      plan: ({ port }) => [
        cookies,
        headers(['X-Who', '${__P(who,me)}']),
        group(
          { loops: 3 },
          http('before', { port, path: '/echo?before' }),
          http('again', { port, path: '/echo?again' }),
          parallel(
            'P',
            { ...properties, ...oneByOne },
            simple(
              'S',
              http('set', { port, path: '/set-cookie?c=a=1' }),
              http('same', { port, path: '/echo?same' }),
            ),
            http('other', { port, path: '/echo?other' }),
            http('moved', { port, path: '/redirect/302?to=/echo' }),
          ),
          http('after', { port, path: '/echo?after' }),
        ),
      ],
      normalize: withoutThreads,
    },
    {
      name: `ParallelSampler ${words} asks several at the same time; when each one's index is told varies`,
      without: ['variables'],
      plan: ({ port }) => [
        group(
          { loops: 2 },
          parallel(
            'P',
            properties,
            http('slow', { port, path: '/slow/600' }),
            http('quick', { port, path: '/slow/120' }),
            http('medium', { port, path: '/slow/360' }),
          ),
        ),
      ],
      isConcurrent: true,
      normalize: withoutThreads,
    },
    {
      name: `ParallelSampler ${words} is not broken off by the end of a schedule; when each one's index is told varies`,
      without: ['variables'],
      plan: [
        group(
          {
            loops: -1,
            more: { 'ThreadGroup.scheduler': true, 'ThreadGroup.duration': '1', 'ThreadGroup.delay': '' },
          },
          parallel('P', properties, loop('L', 3, dummy('a', 400)), dummy('b', 50)),
          dummy('never', 0),
        ),
      ],
    },
  ]),
  {
    name: 'ParallelSampler without children, with disabled ones, and with a pool of nobody',
    plan: [
      group(
        {},
        parallel('none', {}),
        parallel('none with parent', withParent),
        parallel('off', withParent, { ...dummy('never', 0), isEnabled: false }, dummy('a', 0)),
        parallel(
          'nobody',
          { ...withParent, LIMIT_MAX_THREAD_NUMBER: true, MAX_THREAD_NUMBER: '0' },
          dummy('never', 0),
        ),
        parallel('no number', { ...withParent, LIMIT_MAX_THREAD_NUMBER: true }, dummy('b', 0)),
        parallel(
          'words',
          { ...withParent, LIMIT_MAX_THREAD_NUMBER: true, MAX_THREAD_NUMBER: 'two' },
          dummy('c', 0),
        ),
        dummy('after', 0),
      ),
    ],
  },
  {
    name: 'ParallelSampler with as many at once as a variable says, for several users',
    plan: [
      variables({ most: '1' }),
      group(
        { users: 3, loops: 2 },
        parallel(
          'P',
          { ...withParent, LIMIT_MAX_THREAD_NUMBER: true, MAX_THREAD_NUMBER: '${most}' },
          dummy('a', 40),
          dummy('b', 10),
        ),
        dummy('after', 0),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'ParallelSampler whose extractors find something else in each pass',
    plan: [
      group(
        { loops: 3 },
        element('CounterConfig', 'count', {
          'CounterConfig.start': '1',
          'CounterConfig.end': '',
          'CounterConfig.incr': '1',
          'CounterConfig.name': 'n',
          'CounterConfig.format': '',
          'CounterConfig.per_user': true,
        }),
        parallel(
          'P',
          oneByOne,
          dummy('a', 0, { RESPONSE_DATA: 'said by <a${n}>' }, boundary('found', 'said by &lt;', '&gt;')),
          dummy('b', 0, { RESPONSE_DATA: 'said by <b${n}>' }, boundary('seen', 'said by &lt;', '&gt;')),
        ),
        dummy('after ${found} ${seen}', 0),
      ),
    ],
  },
];

import type { DifferentialCase } from '../differential-case.ts';
import {
  debug,
  element,
  group,
  headers,
  http,
  planWith,
  simple,
  strings,
  transaction,
  variables,
  withXml,
} from '../plan.ts';

const dummy = (name: string, isGood: boolean) =>
  element('kg.apc.jmeter.samplers.DummySampler', name, { WAITING: false, SUCCESFULL: isGood });
/** Shows nothing, and counts how often it is asked for. */
const counted = (value: string, name: string) => `${value}\${__substring(a\${__counter(FALSE,${name})},0,0)}`;

/** Once found by random plans: what takes several elements to show. */
export const cases: DifferentialCase[] = [
  {
    name: 'a transaction that fails of itself, in a group that begins anew after a failure, ends the user',
    plan: [
      group(
        { onError: 'startnextloop', loops: 2 },
        element('JSONPathAssertion', 'Json', { JSON_PATH: '$' }),
        transaction('T', true),
        debug('never'),
      ),
    ],
  },
  {
    name: 'a transaction whose last sample stops the user is told of',
    plan: [
      group({ onError: 'stopthread' }, transaction('T', false, dummy('bad', false))),
      group(
        { name: 'more', onError: 'stopthread' },
        transaction('T', false, dummy('bad', false), debug('no')),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'calls of a transaction count while users wait for a critical section',
    plan: ({ port }) => [
      group(
        { users: 3 },
        transaction(
          'T',
          false,
          element('WhileController', 'never', { 'WhileController.condition': 'false' }),
          element('WhileController', 'nor', { 'WhileController.condition': 'false' }),
          element('CriticalSectionController', 'lock', { 'CriticalSectionController.lockName': 'two' }, [
            http('a', { port }),
          ]),
        ),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'how often names and numbers of controllers are asked for',
    plan: planWith(
      {},
      { item_1: 'x', item_2: 'y' },
      group(
        { loops: 3 },
        transaction(counted('T', 'beside'), false, debug('a')),
        transaction(counted('P', 'around'), true, debug('b')),
        element(
          'ThroughputController',
          'some',
          { 'ThroughputController.style': '0', 'ThroughputController.maxThroughput': counted('1', 'most') },
          [debug('c')],
        ),
        element(
          'ForeachController',
          'each',
          { 'ForeachController.inputVal': counted('item', 'input'), 'ForeachController.returnVal': 'it' },
          [debug('${it}')],
        ),
        debug('end'),
      ),
    ),
  },
  {
    name: 'of variables with one name in one element the first counts, and the others are not evaluated',
    plan: [
      withXml(
        variables({}),
        '<collectionProp name="Arguments.arguments"><elementProp name="b" elementType="Argument"><stringProp name="Argument.name">b</stringProp><stringProp name="Argument.value">first</stringProp></elementProp><elementProp name="b" elementType="Argument"><stringProp name="Argument.name">b</stringProp><stringProp name="Argument.value">${__counter(TRUE,d)}</stringProp></elementProp></collectionProp>',
      ),
      group({}, debug('${b} ${d}')),
    ],
  },
  {
    name: 'DebugSampler that is told nothing shows nothing',
    plan: [group({}, element('DebugSampler', 'bare'))],
  },
  {
    name: 'several cookies in a header manager, as a sample shows them',
    plan: ({ port }) => [
      headers(['Cookie', 'a=1'], ['Cookie', ''], ['cookie', 'b=2']),
      group({}, http('h', { port, path: '/' })),
    ],
  },
  {
    name: 'redirects that the client follows by itself: the address is that of the request line, GET loses its body',
    plan: ({ port }) => [
      group(
        {},
        ...[
          { path: '//double//a?b=c' },
          { path: '/a/../b' },
          { path: '/redirect/302?to=/after', params: [{ name: '', value: 'x' }] },
          { path: '/redirect/307?to=/x//after', method: 'POST', params: [{ name: 'a', value: 'x' }] },
        ].map((settings, at) =>
          http(`h${at}`, { port, ...settings, more: { 'HTTPSampler.auto_redirects': true } }),
        ),
      ),
    ],
  },
  {
    name: 'a redirect that the client follows by itself to nobody, or without end',
    plan: ({ port }) => [
      group(
        {},
        ...['/redirect/307?to=http://127.0.0.1:1/', '/redirect/302?to=%2F%2Fnobody.invalid', '/loop'].map(
          (path) => http(path, { port, path, more: { 'HTTPSampler.auto_redirects': true } }),
        ),
      ),
    ],
    // The stack of a JVM is the body, and counted.
    without: ['bytes', 'body'],
  },
  {
    name: 'a message of its own for one of several rules is asked for once',
    plan: ({ port }) => [
      group(
        {},
        withXml(
          {
            ...element('ResponseAssertion', 'Response', {
              'Assertion.test_field': 'Assertion.response_data',
              'Assertion.custom_message': counted('wrong', 'asked'),
              'Assertion.test_type': '34',
            }),
            guiClass: 'AssertionGui',
          },
          strings('Asserion.test_strings', ['nope', 'neither']),
        ),
        http('h', { port }),
        debug('after ${asked}'),
      ),
    ],
  },
  {
    name: 'a controller that goes round without ever coming to a sampler ends the user',
    plan: [
      group(
        { loops: 2 },
        debug('before'),
        element('WhileController', 'W', { 'WhileController.condition': 'true' }, [
          element(
            'IfController',
            'no',
            {
              'IfController.condition': 'false',
              'IfController.useExpression': true,
            },
            [debug('never')],
          ),
        ]),
        debug('nor this'),
      ),
      group(
        { name: 'Chance', loops: 2 },
        debug('before'),
        element('RandomController', 'any', { 'InterleaveControl.style': '0' }, [
          simple(
            'S',
            element(
              'IfController',
              'no',
              {
                'IfController.condition': 'false',
                'IfController.useExpression': true,
              },
              [debug('never')],
            ),
          ),
        ]),
        debug('nor this'),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: '__eval and __evalVar take escapes away, also where there is no function',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        debug(
          '${__evalVar(c)} ${__eval(a\\,b)}',
          element('RegexExtractor', 'Regex', {
            'RegexExtractor.refname': 'c',
            'RegexExtractor.regex': 'none',
            'RegexExtractor.default': '\\,\\$x',
          }),
        ),
      ),
    ),
  },
  {
    name: 'a transaction that a failure ends twice',
    plan: [
      group(
        { onError: 'stoptestnow' },
        element('JSONPathAssertion', 'Json', { JSON_PATH: '$' }),
        transaction('T', true, debug('a', element('ResultAction', 'next', { 'OnError.action': '4' }))),
      ),
    ],
  },
  {
    name: 'JavaSampler is asked for its name before its arguments',
    plan: [
      group(
        {},
        withXml(
          {
            ...element('JavaSampler', '${__changeCase(a,UPPER,d)}', {
              classname: 'org.apache.jmeter.protocol.java.test.JavaTest',
            }),
            guiClass: 'JavaTestSamplerGui',
          },
          `<elementProp name="arguments" elementType="Arguments">${variables({ Sleep_Time: '0', Sleep_Mask: '0', Label: '${d}' }).properties}</elementProp>`,
        ),
      ),
    ],
  },
  {
    name: 'how often values of HTTP parameters and headers are asked for, and in which order',
    plan: ({ port }) => [
      headers(['X-A', '${__counter(FALSE,header)} ${__split(x--y,s,-)}']),
      group(
        { loops: 2 },
        ...['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'].flatMap((method) =>
          [true, false].map((isRaw) =>
            http(`${method} \${s_1}`, {
              port,
              method,
              path: counted('/echo', 'path'),
              params: [
                { name: isRaw ? '' : 'a', value: '${__counter(FALSE,first)} ${s_1}', isEncoded: true },
                { name: isRaw ? '' : 'b', value: '${first}${header}', isEncoded: true },
              ],
              more: { 'HTTPSampler.postBodyRaw': isRaw },
            }),
          ),
        ),
        http(counted('redirect', 'name'), { port, path: '/redirect/302?to=/redirect/301?to=/json' }),
        http('n${__split(u--v,t,-)}', { port, method: 'POST', params: [{ name: 'a', value: '${t_1}' }] }),
        http('raw with names', {
          port,
          params: [{ name: 'a', value: '${__counter(FALSE,first)}', isEncoded: true }],
          more: { 'HTTPSampler.postBodyRaw': true },
        }),
      ),
    ],
  },
  {
    name: 'functions in the rules of an assertion count for all groups together',
    plan: planWith(
      { 'TestPlan.serialize_threadgroups': true },
      {},
      withXml(
        {
          ...element('ResponseAssertion', 'Response', {
            'Assertion.test_field': 'Assertion.response_code',
            'Assertion.test_type': '16',
          }),
          guiClass: 'AssertionGui',
        },
        strings('Asserion.test_strings', ['${__counter(FALSE)}']),
      ),
      group({ name: 'One' }, debug('a')),
      group({ name: 'Two' }, debug('b')),
    ),
  },
  {
    name: 'transactions in each other that are left for the next loop of the thread',
    plan: [
      group(
        { loops: 2 },
        transaction(
          'T1',
          true,
          transaction(
            'T2',
            true,
            transaction(
              'T3',
              true,
              debug('x'),
              element('TestAction', 'next', { 'ActionProcessor.action': 3 }),
            ),
          ),
        ),
      ),
    ],
  },
  {
    name: 'an Interleave controller across threads without children ends the user before its first sample',
    plan: [
      group(
        {},
        debug('never'),
        element('InterleaveControl', 'turn', { 'InterleaveControl.accrossThreads': true }),
      ),
      group({ name: 'others' }, debug('x'), element('InterleaveControl', 'turn')),
    ],
  },
  {
    name: 'a Switch controller asks for names only until it has found one',
    plan: [
      group(
        { loops: 2 },
        element('SwitchController', 'switch', { 'SwitchController.value': 'b' }, [
          debug('${__counter(FALSE,first)}'),
          debug('b'),
          debug('${__counter(FALSE,third)}'),
        ]),
      ),
    ],
  },
  {
    name: 'a size that is no number',
    plan: planWith(
      {},
      { word: 'abc' },
      group(
        {},
        element('SizeAssertion', 'Size', { 'SizeAssertion.size': '${word}', 'SizeAssertion.operator': '1' }),
        debug('x'),
      ),
    ),
  },
  {
    name: 'InterleaveControl across threads without children ends the user before it begins',
    plan: [
      group(
        { name: 'Ended' },
        element('InterleaveControl', 'empty', { 'InterleaveControl.accrossThreads': true }),
        debug('never'),
      ),
      group(
        { name: 'Not ended' },
        element('InterleaveControl', 'empty', { 'InterleaveControl.accrossThreads': false }),
        debug('once'),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'SwitchController does not look at names behind the one that is meant',
    plan: [
      group(
        { loops: 2 },
        element('SwitchController', 'switch', { 'SwitchController.value': 'Default' }, [
          simple('other'),
          simple('Default'),
          debug('${__counter(TRUE,b)}'),
        ]),
        debug('b is ${b}'),
      ),
    ],
  },
];

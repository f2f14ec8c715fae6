import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  loop,
  planWith,
  simple,
  type TestElement,
  transaction,
  type Value,
} from '../testing/plan.ts';

const iff = (condition: string, more: Record<string, Value>, ...children: TestElement[]) =>
  element('IfController', `if ${condition}`, { 'IfController.condition': condition, ...more }, children);
const expression = { 'IfController.useExpression': true, 'IfController.evaluateAll': false };
const script = { 'IfController.useExpression': false, 'IfController.evaluateAll': false };
const onceOnly = (...children: TestElement[]) => element('OnceOnlyController', 'once', {}, children);
const whilst = (condition: string, ...children: TestElement[]) =>
  element('WhileController', 'while', { 'WhileController.condition': condition }, children);
const foreach = (more: Record<string, Value>, ...children: TestElement[]) =>
  element(
    'ForeachController',
    'each',
    { 'ForeachController.inputVal': 'item', 'ForeachController.returnVal': 'it', ...more },
    children,
  );
const switcher = (value: string, ...children: TestElement[]) =>
  element('SwitchController', 'switch', { 'SwitchController.value': value }, children);
const interleave = (style: number, more: Record<string, Value>, ...children: TestElement[]) =>
  element('InterleaveControl', 'turn', { 'InterleaveControl.style': style, ...more }, children);
const throughput = (more: Record<string, Value>, ...children: TestElement[]) =>
  element('ThroughputController', 'some', more, children);
const runtime = (seconds: string, ...children: TestElement[]) =>
  element('RunTime', 'for a while', { 'RunTime.seconds': seconds }, children);
const section = (lock: string, ...children: TestElement[]) =>
  element('CriticalSectionController', 'alone', { 'CriticalSectionController.lockName': lock }, children);
const items = { item_1: 'a', item_2: 'b', item_3: 'c', item1: 'x', item2: 'y' };

export const cases: DifferentialCase[] = [
  {
    name: 'IfController with an expression: only the word true counts',
    plan: planWith(
      {},
      { yes: ' TRUE ', no: 'false', one: '1' },
      group(
        { loops: 2 },
        ...['${yes}', '${no}', '${one}', '${unset}', 'true', '', '${__jexl3(${one} == 1)}'].map((condition) =>
          iff(condition, expression, debug(`in ${condition}`), simple('S', debug('and in'))),
        ),
        debug('end'),
      ),
    ),
  },
  {
    name: 'IfController with JavaScript',
    plan: planWith(
      {},
      { one: '1', name: 'Ada', quote: "a'b" },
      group(
        {},
        ...[
          '${one} == 1',
          '"${name}" == "Ada"',
          "'${name}' != 'Ada' || 1 < 2",
          '${unset} == 1',
          '"${unset}" == "${unset}"',
          '"${unset}" == "\\${unset}"',
          '${name} == 1',
          "'${quote}' == 'x'",
          'true',
          ' true ',
          '1',
          '"true"',
          '',
          '${__javaScript(${one} + 1 == 2)}',
          '${JMeterThread.last_sample_ok}',
          '!(${one} > 2) && "${name}".length == 3',
          '"${name}".indexOf("d") >= 0',
        ].map((condition) => iff(condition, script, debug(`in ${condition}`))),
        debug('end'),
      ),
    ),
  },
  {
    name: 'IfController that is asked before each of its children',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        iff(
          '${__jexl3("${state}" != "off")}',
          { ...expression, 'IfController.evaluateAll': true },
          debug('a'),
          loop('L', 2, debug('${__jexl3("off",state)}')),
          debug('not'),
        ),
        debug('${__jexl3("on",state)}'),
      ),
    ),
  },
  {
    name: 'If controllers with nothing in them, in each other and in transactions',
    plan: [
      group(
        { loops: 2 },
        iff('true', expression),
        iff('true', expression, iff('false', expression, debug('no')), debug('yes')),
        transaction('T', true, iff('false', expression, debug('no')), iff('true', expression, debug('yes'))),
        transaction('U', false, iff('true', expression, loop('L', 2, debug('x')))),
        debug('end'),
      ),
    ],
  },
  {
    name: 'OnceOnlyController in the main loop, in loops and in other controllers',
    plan: [
      group(
        { loops: 3, users: 2 },
        onceOnly(debug('once'), debug('twice')),
        loop('L', 2, onceOnly(debug('in loop')), debug('x')),
        simple('S', onceOnly(debug('in simple'))),
        onceOnly(),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'WhileController with a condition that changes',
    plan: planWith(
      {},
      { n: '0' },
      group(
        { loops: 2 },
        whilst('${__jexl3(${n} < 3)}', debug('n ${n}'), debug('${__jexl3(${n} + 1,n)}')),
        debug('after ${n} ${__jexl3(0,n)}'),
        whilst('false', debug('never')),
        whilst('FALSE', debug('never')),
      ),
    ),
  },
  {
    name: 'WhileController until a sample fails, or as long as the last was good',
    plan: [
      group(
        {},
        loop(
          'L',
          2,
          whilst(
            '',
            debug('a ${__jm__while__idx}'),
            iff('${__jexl3(${__jm__while__idx} >= 2)}', expression, breaker()),
          ),
          debug('between'),
          whilst('LAST', debug('b'), iff('${__jexl3(${__jm__while__idx} >= 1)}', expression, breaker())),
        ),
      ),
    ],
  },
  {
    name: 'ForeachController over all, from an index to an index, without a separator',
    plan: planWith(
      {},
      items,
      group(
        { loops: 2 },
        foreach({}, debug('${it} ${__jm__each__idx}'), debug('again')),
        foreach({ 'ForeachController.startIndex': '1' }, debug('${it}')),
        foreach({ 'ForeachController.startIndex': '1', 'ForeachController.endIndex': '2' }, debug('${it}')),
        foreach({ 'ForeachController.endIndex': '2' }, debug('${it}')),
        foreach({ 'ForeachController.useSeparator': false }, debug('${it}')),
        foreach({ 'ForeachController.useSeparator': true }, loop('L', 2, debug('${it} twice'))),
        foreach({ 'ForeachController.inputVal': 'none' }, debug('never')),
        foreach({ 'ForeachController.startIndex': '7' }, debug('never')),
        foreach({ 'ForeachController.endIndex': '0' }, debug('never')),
        foreach({
          'ForeachController.inputVal': '${unset}it${empty}',
          'ForeachController.endIndex': '${end}',
        }),
        debug('end'),
      ),
    ),
  },
  {
    name: 'ForeachController in a loop and in another, with transactions',
    plan: planWith(
      {},
      { ...items, other_1: '1', other_2: '2' },
      group(
        {},
        loop(
          'L',
          2,
          foreach(
            {},
            transaction(
              'T ${it}',
              true,
              foreach(
                { 'ForeachController.inputVal': 'other', 'ForeachController.returnVal': 'that' },
                debug('${it}${that}'),
              ),
            ),
          ),
        ),
      ),
    ),
  },
  {
    name: 'SwitchController with a property that JMeter does not know',
    plan: [
      group(
        { loops: 2 },
        element(
          'SwitchController',
          'switch',
          { 'SwitchController.value': '1', 'SwitchController.continue': true },
          [debug('zero'), debug('one'), debug('two')],
        ),
      ),
    ],
  },
  {
    name: 'SwitchController by number and by name',
    plan: planWith(
      {},
      { n: '1', name: 'third' },
      group(
        { loops: 2 },
        ...[
          '0',
          '1',
          '${n}',
          '2',
          '9',
          '-1',
          '',
          ' second ',
          '${name}',
          'none',
          '${unset}',
          '99999999999',
        ].map((value) =>
          switcher(
            value,
            debug('first'),
            simple('second', debug('second a'), debug('second b')),
            loop('third', 2, debug('third')),
          ),
        ),
        switcher('nope', debug('x'), simple('Default', debug('by default'))),
        switcher('0'),
        debug('end'),
      ),
    ),
  },
  {
    name: 'InterleaveControl with samplers and with controllers, as blocks or one by one',
    plan: [
      group(
        { loops: 7, users: 2 },
        interleave(0, {}, debug('a'), simple('S', debug('b'), debug('c')), debug('d')),
        interleave(1, {}, debug('e'), simple('S', debug('f'), debug('g')), loop('L', 2, debug('h'))),
        interleave(1, { 'InterleaveControl.accrossThreads': true }, debug('i'), debug('j'), debug('k')),
        interleave(1, {}, iff('false', expression, debug('never')), debug('l')),
        interleave(0, {}),
        interleave(1, {}, simple('none'), onceOnly(debug('m')), debug('n')),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'RandomController and RandomOrderController, where chance has no choice',
    plan: [
      group(
        { loops: 3 },
        element('RandomController', 'random', { 'InterleaveControl.style': 1 }, [debug('only')]),
        element('RandomController', 'random', { 'InterleaveControl.style': 0 }, [
          simple('S', debug('one'), debug('two')),
        ]),
        element('RandomController', 'none', { 'InterleaveControl.style': 1 }),
        element('RandomOrderController', 'order', {}, [debug('alone')]),
        element('RandomOrderController', 'order', {}, [simple('S', debug('x'), debug('y'))]),
        element('RandomOrderController', 'none'),
        debug('end'),
      ),
    ],
  },
  {
    name: 'RandomController and RandomOrderController, by what they can give',
    plan: [
      group(
        { loops: 60 },
        element('RandomController', 'random', { 'InterleaveControl.style': 1 }, [
          debug('a'),
          simple('S', debug('b'), debug('c')),
        ]),
        element('RandomOrderController', 'order', {}, [debug('x'), debug('y')]),
        debug('end'),
      ),
    ],
    summarize: (samples) =>
      [
        ...new Set(
          samples
            .map(({ label }) => label)
            .join(' ')
            .split(' end')
            .map((pass) => pass.trim()),
        ),
      ].toSorted(),
  },
  {
    name: 'ThroughputController in all its modes',
    plan: planWith(
      {},
      { two: '2', half: '50.0' },
      group(
        { loops: 6, users: 1 },
        throughput(
          {
            'ThroughputController.style': 0,
            'ThroughputController.perThread': true,
            'ThroughputController.maxThroughput': '${two}',
          },
          debug('number'),
          debug('number too'),
        ),
        throughput(
          {
            'ThroughputController.style': 0,
            'ThroughputController.perThread': false,
            'ThroughputController.maxThroughput': 3,
          },
          debug('number of all'),
        ),
        throughput(
          {
            'ThroughputController.style': 1,
            'ThroughputController.perThread': true,
            'ThroughputController.percentThroughput': '${half}',
          },
          debug('half'),
        ),
        throughput(
          {
            'ThroughputController.style': 1,
            'ThroughputController.perThread': false,
            'ThroughputController.percentThroughput': '33.3',
          },
          simple('S', debug('third of all')),
        ),
        throughput(
          { 'ThroughputController.style': 0, 'ThroughputController.maxThroughput': 'nonsense' },
          debug('one'),
        ),
        throughput(
          { 'ThroughputController.style': 1, 'ThroughputController.percentThroughput': '0' },
          debug('never'),
        ),
        throughput(
          { 'ThroughputController.style': 0, 'ThroughputController.maxThroughput': 0 },
          debug('never'),
        ),
        throughput({}, debug('by default')),
        throughput({}),
        loop('L', 2, throughput({ 'ThroughputController.maxThroughput': 3 }, debug('in a loop'))),
        debug('end'),
      ),
    ),
  },
  {
    name: 'ThroughputController shared by users, counted over all of them',
    plan: [
      group(
        { loops: 4, users: 3 },
        throughput(
          {
            'ThroughputController.style': 0,
            'ThroughputController.perThread': false,
            'ThroughputController.maxThroughput': 5,
          },
          debug('number of all'),
        ),
        throughput(
          {
            'ThroughputController.style': 1,
            'ThroughputController.perThread': false,
            'ThroughputController.percentThroughput': '25',
          },
          debug('quarter of all'),
        ),
        debug('end'),
      ),
    ],
    summarize: (samples) => samples.map(({ label }) => label).toSorted(),
  },
  {
    name: 'RunTime goes on for its seconds, and not at all without any',
    plan: [
      group(
        { loops: 2 },
        runtime('1', debug('x', pauseTimer(300)), debug('y', pauseTimer(30))),
        runtime('0', debug('never')),
        runtime('${unset}', debug('never')),
        runtime('5'),
        debug('end'),
      ),
    ],
    // How often it goes round in a second is nobody's promise.
    summarize: (samples) => [
      ...new Set(samples.map(({ label }) => label)),
      samples.filter(({ label }) => label === 'end').length,
      samples.at(-1)?.label,
    ],
  },
  {
    name: 'CriticalSectionController: one user after another, also within itself, and without a name at once',
    plan: [
      group(
        { loops: 2, users: 3 },
        section('lock', debug('a', pauseTimer(5)), section('lock', debug('b')), debug('c')),
        section('', debug('d')),
        section('${unset}', simple('S', debug('e'))),
        section('none'),
      ),
      group({ name: 'Others', users: 2 }, section('lock', debug('x'), debug('y', pauseTimer(5)))),
    ],
    isConcurrent: true,
  },
  {
    name: 'CriticalSectionController in a TransactionController, which counts no wait as a sample',
    plan: [
      group(
        { loops: 2, users: 3 },
        transaction('beside', false, section('lock', debug('a', pauseTimer(20)), debug('b'))),
        transaction('around', true, section('lock', debug('c', pauseTimer(20)), debug('d'))),
      ),
    ],
    isConcurrent: true,
  },
  {
    name: 'TestFragmentController, which nobody runs by itself',
    plan: [
      element('TestFragmentController', 'fragment', {}, [debug('never')]),
      group({}, debug('x')),
      { ...element('TestFragmentController', 'off', {}, [debug('never')]), isEnabled: false },
    ],
  },
];

function pauseTimer(ms: number): TestElement {
  return element('ConstantTimer', 'wait', { 'ConstantTimer.delay': ms });
}

function breaker(): TestElement {
  return element('TestAction', 'break', {
    'ActionProcessor.action': 5,
    'ActionProcessor.target': 0,
    'ActionProcessor.duration': '0',
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  element,
  group,
  headers,
  http,
  loop,
  planWith,
  variables,
  withXml,
} from '../../src/engine/testing/plan.ts';
import { namedTextsOf, type PlanElement } from '../../src/jmx/plan-tree.ts';
import { readJmx } from '../../src/jmx/read-jmx.ts';
import { adaptPlan } from './adapt-plan.ts';

const target = { port: 10001, tlsPort: 10002 };

function adapt(plan: string, users = 1) {
  const adapted = adaptPlan('plan.jmx', Buffer.from(plan), target, { users, loops: 2 });
  const texts = new Map<string, string[]>();
  const add = (each: PlanElement) => {
    for (const { name, value } of namedTextsOf(each)) texts.set(name, [...(texts.get(name) ?? []), value]);
    for (const child of each.children) add(child);
  };
  for (const root of readJmx('plan.jmx', Buffer.from(adapted.plan)).roots) add(root);
  return { ...adapted, textsOf: (name: string) => texts.get(name) ?? [] };
}

const request = (more: Record<string, string>) => http('a', { port: 443, more });

test('points hosts, ports, protocols and URLs in any text to the target', () => {
  const { textsOf } = adapt(
    planWith(
      {},
      { base: 'https://shop.example.com:8443' },
      group({}, request({ 'HTTPSampler.domain': '${host}', 'HTTPSampler.protocol': 'http' })),
      group(
        {},
        request({ 'HTTPSampler.domain': '', 'HTTPSampler.path': '${scheme}://${host}:${port}/a?b=1' }),
      ),
      headers(['Referer', 'http://shop.example.com/x']),
    ),
  );
  assert.deepEqual(textsOf('HTTPSampler.domain'), ['127.0.0.1', '']);
  assert.deepEqual(textsOf('HTTPSampler.port'), ['10001', '10001']);
  assert.deepEqual(textsOf('HTTPSampler.path'), ['/', 'http://127.0.0.1:10001/a?b=1']);
  assert.deepEqual(textsOf('Argument.value'), ['http://127.0.0.1:10001']);
  assert.deepEqual(textsOf('Header.value'), ['http://127.0.0.1:10001/x']);
});

test('uses TLS where all requests do', () => {
  const { textsOf } = adapt(
    planWith(
      {},
      {},
      group({}, request({ 'HTTPSampler.domain': 'a.example', 'HTTPSampler.protocol': 'HTTPS' })),
    ),
  );
  assert.deepEqual([textsOf('HTTPSampler.protocol'), textsOf('HTTPSampler.port')], [['https'], ['10002']]);
});

test('bounds users, loops and waiting times, and keeps small fixed loops', () => {
  const { textsOf } = adapt(
    planWith(
      {},
      {},
      group(
        { users: 500, loops: -1, more: { 'ThreadGroup.duration': '600', 'ThreadGroup.scheduler': true } },
        loop('many', '${n}', loop('one', 1)),
        element('UniformRandomTimer', 'wait', { 'ConstantTimer.delay': '3000', 'RandomTimer.range': '${r}' }),
      ),
    ),
    2,
  );
  assert.deepEqual(textsOf('ThreadGroup.num_threads'), ['2']);
  assert.deepEqual(textsOf('ThreadGroup.scheduler'), ['false']);
  assert.deepEqual(textsOf('LoopController.loops'), ['2', '2', '1']);
  assert.deepEqual([...textsOf('ConstantTimer.delay'), ...textsOf('RandomTimer.range')], ['0', '0']);
});

test('supplies rows for each data file', () => {
  const csv = (more: Record<string, string | boolean>) =>
    element('CSVDataSet', 'rows', { filename: 'C:\\a.csv', ...more });
  const { files, textsOf } = adapt(
    planWith(
      {},
      {},
      csv({ variableNames: 'a;b', delimiter: ';', ignoreFirstLine: true }),
      csv({ variableNames: '' }),
      variables({}),
    ),
  );
  assert.deepEqual(textsOf('filename'), ['data-1.csv', 'data-2.csv']);
  assert.match(files['data-1.csv'] ?? '', /^a;b\nvalue11;value12\nvalue21;value22\n/);
  assert.match(files['data-2.csv'] ?? '', /^first,second,third\nvalue11,/);
});

test('runs groups one after another where each has one user', () => {
  const plan = planWith({ 'TestPlan.serialize_threadgroups': false }, {}, group({}));
  assert.deepEqual(adapt(plan).textsOf('TestPlan.serialize_threadgroups'), ['true']);
  assert.deepEqual(adapt(plan, 2).textsOf('TestPlan.serialize_threadgroups'), ['false']);
});

test('writes texts as they were, with line ends', () => {
  const text = 'a & <b> "c"\r\n\td';
  assert.deepEqual(adapt(planWith({}, { x: text }, group({}))).textsOf('Argument.value'), [text]);
});

test('bounds the property that counts where an element has it twice', () => {
  const { textsOf } = adapt(
    planWith(
      {},
      {},
      withXml(group({ users: 25 }), '<stringProp name="ThreadGroup.num_threads">50</stringProp>'),
    ),
  );
  assert.equal(textsOf('ThreadGroup.num_threads').at(-1), '1');
});

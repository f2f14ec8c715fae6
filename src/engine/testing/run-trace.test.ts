import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Exercised } from './exercised.ts';
import { debug, element, group, planWith } from './plan.ts';
import { observeOurs } from './run-case.ts';
import { RunTrace } from './run-trace.ts';
import { Target } from './target.ts';

const pause = (name: string) => element('ConstantTimer', name, { 'ConstantTimer.delay': '${__intSum(1,1)}' });
const onlyIf = (condition: string, label: string) =>
  element(
    'IfController',
    label,
    { 'IfController.condition': condition, 'IfController.useExpression': true },
    [debug(label, pause(label)), element('CounterConfig', label, { 'CounterConfig.name': label })],
  );

const each = {
  name: 'an If controller that is false',
  plan: planWith(
    {},
    {},
    group({}, onlyIf('true', 'run ${__P(a,1)}'), onlyIf('false', 'left out ${__P(a,2)}')),
  ),
};

let idle: string[] = [];
before(async () => {
  await using target = await Target.start();
  const trace = new RunTrace();
  await observeOurs(target, each, { trace });
  idle = trace.idle();
});

test('elements and calls behind a false If controller are not executed, and the controller is', () => {
  assert.deepEqual(idle, ['DebugSampler 2', 'ConstantTimer 2', 'CounterConfig 2', '__P 2']);
});

test('what was not executed does not count as exercised', () => {
  const both = new Exercised();
  both.add(each, []);
  const none = new Exercised();
  none.add(each, ['DebugSampler', 'ConstantTimer', '__intSum', ...idle]);
  const before = new Set(both.missing());
  const more = none.missing().filter((entry) => !before.has(entry));
  assert.ok(more.includes('DebugSampler') && more.includes('ConstantTimer'), more.join());
  assert.ok(more.includes('__intSum with 2 arguments') && !more.includes('IfController'), more.join());
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { element, group, http, loop, planWith, type TestElement } from '../engine/testing/plan.ts';
import { estimateRate } from './estimate-rate.ts';
import { readJmx } from './read-jmx.ts';

function rate(children: TestElement[], properties: Record<string, string> = {}): number {
  const [root] = readJmx('plan.jmx', Buffer.from(planWith({}, { think: '2000' }, ...children))).roots;
  assert.ok(root);
  return estimateRate(root, properties);
}

const request = (...children: TestElement[]) => http('home', { port: 80 }, ...children);
const wait = (ms: string | number) => element('ConstantTimer', 'wait', { 'ConstantTimer.delay': ms });
const random = (kind: string, ms: number, range: number) =>
  element(kind, 'wait', { 'ConstantTimer.delay': ms, 'RandomTimer.range': range });
const pause = (ms: number, action = 1) =>
  element('TestAction', 'pause', { 'ActionProcessor.action': action, 'ActionProcessor.duration': ms });

it('divides users by the mean pause of their samples', () => {
  assert.equal(rate([group({ users: 100 }, request(wait(2000)))]), 50);
  assert.equal(
    rate([group({ users: 100 }, wait(1000), loop('loop', -1, request(), request(wait(2000))))]),
    50,
  );
  assert.equal(rate([wait(500), group({ users: 10 }, request()), group({ users: 20 }, request())]), 60);
  assert.equal(rate([group({ users: 10 }, request(random('UniformRandomTimer', 500, 1000)))]), 10);
  assert.equal(rate([group({ users: 10 }, request(random('GaussianRandomTimer', 500, 1000)))]), 20);
  assert.equal(rate([group({ users: 10 }, request(random('PoissonRandomTimer', 500, 500)))]), 10);
});

it('adds the pauses of Flow Control Actions', () => {
  assert.equal(rate([group({ users: 10 }, request(), pause(500), request(), pause(1500))]), 10);
  assert.equal(rate([group({ users: 10 }, request(), pause(500, 0))]), Number.POSITIVE_INFINITY);
});

it('leaves out groups that run once', () => {
  const once = element('SetupThreadGroup', 'set up', { 'ThreadGroup.num_threads': 1 }, [request()]);
  assert.equal(rate([once, group({ users: 10 }, request(wait(1000)))]), 10);
});

it('looks up variables and properties, and is endless where a pause is unknown or missing', () => {
  assert.equal(rate([group({ users: 10 }, request(wait('${think}')))]), 5);
  assert.equal(rate([group({ users: 10 }, request(wait('${__P(ms,100)}')))], { ms: '1000' }), 10);
  for (const children of [
    [group({ users: 10 }, request())],
    [group({ users: 10 }, wait(1000))],
    [group({ users: 10 }, request(wait('${__Random(1,2)}')))],
    [group({ users: 10 }, request(wait('${unknown}')))],
    [group({ users: 10 }, request(wait(1000))), group({ users: 1 }, request())],
  ]) {
    assert.equal(rate(children), Number.POSITIVE_INFINITY);
  }
});

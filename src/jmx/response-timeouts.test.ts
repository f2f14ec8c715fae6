import assert from 'node:assert/strict';
import { test } from 'node:test';
import { element, group, plan, type TestElement } from '../engine/testing/plan.ts';
import { readJmx } from './read-jmx.ts';
import { responseTimeoutWarnings } from './response-timeouts.ts';

const warningsOf = (...children: TestElement[]) =>
  responseTimeoutWarnings(readJmx('plan.jmx', Buffer.from(plan(group({}, ...children)))).roots);
const request = (name: string, more: Record<string, string> = {}) => element('HTTPSamplerProxy', name, more);
const timeout = (text: string) => ({ 'HTTPSampler.response_timeout': text });
const defaults = (text: string) => element('ConfigTestElement', 'defaults', timeout(text));

test('warns of samplers without a response timeout, by name', () => {
  assert.deepEqual(warningsOf(request('Home'), request('Search')), [
    'No sampler has a response timeout (Home, Search): a target that never responds blocks their virtual users until the run is stopped. Set one in HTTP Request Defaults.',
  ]);
  assert.match(
    warningsOf(request('Home', timeout('5000')), request('Cart', timeout('0'))).join(),
    /^1 samplers.*\(Cart\)/,
  );
});

test('a timeout of the sampler, of defaults or of a Sample Timeout in its scope is enough', () => {
  assert.deepEqual(warningsOf(request('Home', timeout('${__P(timeout,5000)}'))), []);
  assert.deepEqual(warningsOf(defaults('5000'), request('Home')), []);
  const limited = element('SampleTimeout', 'limit', { 'InterruptTimer.timeout': '10000' });
  assert.deepEqual(warningsOf(limited, request('Home')), []);
  assert.equal(warningsOf(defaults(''), request('Home')).length, 1);
});

test('defaults below another controller do not count', () => {
  const controller = element('GenericController', 'inner', {}, [defaults('5000')]);
  assert.equal(warningsOf(controller, request('Home')).length, 1);
});

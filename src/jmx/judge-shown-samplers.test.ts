import assert from 'node:assert/strict';
import { test } from 'node:test';
import { debug, element, http, plan, type TestElement, withXml } from '../engine/testing/plan.ts';
import { judgeShownSamplers } from './judge-shown-samplers.ts';
import { readJmx } from './read-jmx.ts';

const showing = element('DebugPostProcessor', 'shown', { displaySamplerProperties: true });
const reasonsOf = (file: string) => {
  const obstacles: Parameters<typeof judgeShownSamplers>[1] = [];
  for (const root of readJmx('plan.jmx', Buffer.from(file)).roots) {
    judgeShownSamplers(root, obstacles);
  }
  return obstacles.map(({ reason }) => /^It shows the properties of (.*), which/.exec(reason)?.[1]);
};
const judge = (...children: TestElement[]) => reasonsOf(plan(...children));
const page = (more = {}) => http('page', { port: 1, more });

test('samplers are shown with properties that have no other effect', () => {
  assert.deepEqual(
    judge(showing, page({ 'TestPlan.comments': 'a', 'HTTPSampler.monitor': false }), debug('d')),
    [],
  );
});

test('a sampler outside of the scope of the post-processor does not matter', () => {
  const java = element('JavaSampler', 'java');
  assert.deepEqual(judge(element('GenericController', 'c', {}, [showing, page()]), java), []);
  assert.deepEqual(judge(java, http('page', { port: 1 }, showing)), []);
  assert.deepEqual(judge(showing, { ...java, isEnabled: false }), []);
});

test('what is not compared with Apache JMeter is an obstacle', () => {
  assert.deepEqual(judge(showing, element('JavaSampler', 'java')), [
    'the sampler JavaSampler (JavaSamplerGui)',
  ]);
  assert.deepEqual(judge(showing, page(), element('KeystoreConfig', 'keys')), [
    'samplers with KeystoreConfig',
  ]);
  assert.deepEqual(judge(showing, page({ 'TestPlan.comments': '${__time}' })), [
    'a sampler with the property TestPlan.comments',
  ]);
  assert.deepEqual(judge(showing, withXml(page(), '<collectionProp name="Odd.list"></collectionProp>')), [
    'a sampler with the property Odd.list',
  ]);
});

test('a sampler without the attributes that JMeter writes is an obstacle', () => {
  const file = plan(showing, page());
  for (const attribute of [/ testclass="HTTPSamplerProxy"/, / enabled="true"(?=>[^>]*HTTPSampler)/]) {
    assert.deepEqual(reasonsOf(file.replace(attribute, '')), ['a sampler whose element lacks attributes']);
  }
});

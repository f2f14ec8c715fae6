import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanElement } from './plan-tree.ts';
import { readJmx } from './read-jmx.ts';
import { findShared } from './shared-users.ts';

function shared(name: string, users: string, loops = '1'): string | undefined {
  const loop = `<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><stringProp name="LoopController.loops">${loops}</stringProp></elementProp>`;
  const group = `<ThreadGroup testname="${name}"><stringProp name="ThreadGroup.num_threads">${users}</stringProp>${loop}</ThreadGroup><hashTree/>`;
  const plan = `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree>${group}</hashTree></hashTree></jmeterTestPlan>`;
  return findShared(readJmx('plan.jmx', Buffer.from(plan)).roots[0] as PlanElement);
}

test('a group that each worker would read differently is run by one', () => {
  assert.equal(shared('Users', '${__Random(50,100)}'), '__Random');
  assert.equal(shared('Users ${__UUID}', '10'), '__UUID');
  assert.equal(shared('Users', '${__P(users,${__Random(1,5)})}'), '__Random');
});

test('properties, variables and what each user reads for itself keep no group from several workers', () => {
  assert.equal(shared('Users', '${__P(users,10)}'), undefined);
  assert.equal(shared('${name}', '${__property(users)}'), undefined);
  assert.equal(shared('Users', '10', '${__Random(1,5)}'), undefined);
});

test('samplers that share the connections of a JVM are run by one worker', () => {
  const shared = (implementation: string) => {
    const sampler = `<HTTPSamplerProxy guiclass="HttpTestSampleGui" testname="ask"><stringProp name="HTTPSampler.implementation">${implementation}</stringProp></HTTPSamplerProxy><hashTree/>`;
    const plan = `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree>${sampler}</hashTree></hashTree></jmeterTestPlan>`;
    return findShared(readJmx('plan.jmx', Buffer.from(plan)).roots[0] as PlanElement);
  };
  assert.equal(shared('Java'), 'HTTP Request');
  assert.equal(shared('HttpClient4'), undefined);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeElements } from './judge-elements.ts';
import { readJmx } from './read-jmx.ts';

const path = (value: string) => `<stringProp name="HTTPSampler.path">${value}</stringProp>`;
const defaults = (value: string) =>
  `<ConfigTestElement guiclass="HttpDefaultsGui" testname="Defaults">${path(value)}</ConfigTestElement><hashTree/>`;
const sampler = (value: string) =>
  `<HTTPSamplerProxy guiclass="HttpTestSampleGui" testname="ask">${path(value)}</HTTPSamplerProxy><hashTree/>`;

const loop =
  '<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><stringProp name="LoopController.loops">1</stringProp></elementProp>';

/** Defaults beside the group, in it, and in a controller with a sampler. */
const count = (outer: string, inner: string, innermost: string, own: string) =>
  judgeElements(
    readJmx(
      'plan.jmx',
      Buffer.from(
        `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree>${defaults(outer)}<ThreadGroup testname="Users">${loop}</ThreadGroup><hashTree>${defaults(inner)}<GenericController testname="S"/><hashTree>${defaults(innermost)}${sampler(own)}</hashTree></hashTree></hashTree></hashTree></jmeterTestPlan>`,
      ),
    ).roots,
  ).length;

describe('the judgement of HTTP defaults', () => {
  it('leaves to Apache JMeter a setting that it would mistake for a default', () => {
    assert.equal(count('/a', '/b', '', '/a'), 1);
    assert.equal(count('', '/a', '/b', '/a'), 1);
  });

  it('takes all others', () => {
    assert.equal(count('/a', '/b', '', '/b'), 0);
    assert.equal(count('/b', '/a', '', '/a'), 0);
    assert.equal(count('/a', '/b', '/c', '/d'), 0);
    assert.equal(count('/a', '/a', '', '/a'), 0);
    assert.equal(count('/a', '/b', '', ''), 0);
  });
});

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

/** Number of obstacles with defaults beside the group, in it, and in a controller with a sampler. */
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

const property = (name: string, value: string) =>
  `<stringProp name="HTTPSampler.${name}">${value}</stringProp>`;

const fileNamed = (parameter: string) =>
  `<elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files"><elementProp name="a" elementType="HTTPFileArg"><stringProp name="File.path">a</stringProp><stringProp name="File.paramname">${parameter}</stringProp></elementProp></collectionProp></elementProp>`;

/** The first obstacle of a sampler with these properties and defaults. */
function reasonOf(
  own: Record<string, string>,
  around: Record<string, string> = {},
  parameter?: string,
): string | undefined {
  const texts = (all: Record<string, string>) =>
    Object.entries(all)
      .map(([name, value]) => property(name, value))
      .join('');
  const plan = `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree><ThreadGroup testname="Users">${loop}</ThreadGroup><hashTree><ConfigTestElement guiclass="HttpDefaultsGui" testname="Defaults">${texts(around)}</ConfigTestElement><hashTree/><HTTPSamplerProxy guiclass="HttpTestSampleGui" testname="ask">${texts(own)}${parameter === undefined ? '' : fileNamed(parameter)}</HTTPSamplerProxy><hashTree/></hashTree></hashTree></hashTree></jmeterTestPlan>`;
  return judgeElements(readJmx('plan.jmx', Buffer.from(plan)).roots)[0]?.reason;
}

describe('the judgement of the implementation Java', () => {
  it('takes requests that Java sends as HttpClient would', () => {
    assert.equal(reasonOf({ implementation: 'Java', method: 'POST', DO_MULTIPART_POST: 'true' }), undefined);
    assert.equal(reasonOf({ implementation: 'Java', auto_redirects: 'false' }), undefined);
    assert.equal(reasonOf({ implementation: 'Java', method: 'PUT' }, {}, ''), undefined);
    assert.equal(reasonOf({ implementation: 'Java', method: 'POST' }, {}, 'f'), undefined);
    assert.equal(
      reasonOf({ implementation: 'HttpClient4', auto_redirects: 'true' }, { implementation: 'Java' }),
      undefined,
    );
  });

  it('leaves to Apache JMeter what is not proven with it, also when defaults say so', () => {
    const redirects = /^With the implementation Java it follows redirects automatically/;
    assert.match(reasonOf({ implementation: 'Java', auto_redirects: 'true' }) ?? '', redirects);
    assert.match(reasonOf({ auto_redirects: 'true' }, { implementation: 'Java' }) ?? '', redirects);
    assert.match(reasonOf({ implementation: 'Java' }, { auto_redirects: 'true' }) ?? '', redirects);
    assert.match(reasonOf({ implementation: 'Java', proxyHost: 'p', proxyPort: '1' }) ?? '', /uses a proxy/);
    assert.match(reasonOf({ implementation: 'Java', ipSource: '127.0.0.1' }) ?? '', /source address/);
    assert.match(
      reasonOf({ implementation: 'Java', method: 'PUT', DO_MULTIPART_POST: 'true' }) ?? '',
      /sends a multipart form by PUT/,
    );
    assert.match(reasonOf({ implementation: 'Java', method: 'PUT' }, {}, 'f') ?? '', /multipart form by PUT/);
  });
});

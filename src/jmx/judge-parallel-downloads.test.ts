import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { obstaclesOf } from './obstacles.fixture.ts';

const flags = (...names: string[]) =>
  names.map((name) => `<boolProp name="HTTPSampler.${name}">true</boolProp>`).join('');
const each = (kind: string, guiClass: string, name: string, properties = '', children = '') =>
  `<${kind} testname="${name}" guiclass="${guiClass}">${properties}</${kind}><hashTree>${children}</hashTree>`;
const page = (name: string, properties = '', children = '') =>
  each('HTTPSamplerProxy', 'HttpTestSampleGui', name, properties, children);
const header = (value: string) =>
  each(
    'HeaderManager',
    'HeaderPanel',
    'Headers',
    `<collectionProp name="HeaderManager.headers"><elementProp name="" elementType="Header"><stringProp name="Header.name">X</stringProp><stringProp name="Header.value">${value}</stringProp></elementProp></collectionProp>`,
  );
const parameter = (value: string) =>
  `<elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"><elementProp name="" elementType="HTTPArgument"><stringProp name="Argument.value">${value}</stringProp></elementProp></collectionProp></elementProp>`;
const controller = (children: string) =>
  each('GenericController', 'LogicControllerGui', 'Part', '', children);

const atOnce = flags('image_parser', 'concurrentDwn');
const defaults = each('ConfigTestElement', 'HttpDefaultsGui', 'Defaults', atOnce);

describe('the judgement of parallel downloads', () => {
  it('leaves names and headers that ask for the thread to Apache JMeter', () => {
    assert.deepEqual(obstaclesOf(page('of ${__threadNum}', atOnce)), ['__threadNum']);
    assert.deepEqual(obstaclesOf(defaults + controller(page('of ${__jexl3(threadName)}'))), ['threadName']);
    assert.deepEqual(obstaclesOf(page('a', atOnce, header('${__threadNum}'))), ['__threadNum']);
    assert.deepEqual(obstaclesOf(page('a', atOnce + parameter('${__threadNum}'))), ['__threadNum']);
    assert.deepEqual(obstaclesOf(header('${__threadNum}') + page('a', atOnce) + page('b', atOnce)), [
      '__threadNum',
    ]);
  });

  it('takes what is evaluated in the thread of the user, or is the same in any thread', () => {
    assert.deepEqual(obstaclesOf(page('of ${__threadNum}', flags('image_parser'))), []);
    assert.deepEqual(obstaclesOf(page('of ${__threadNum}', flags('concurrentDwn'))), []);
    assert.deepEqual(obstaclesOf(page('of ${__threadGroupName}', atOnce)), []);
    assert.deepEqual(
      obstaclesOf(
        page('a', `${atOnce}<stringProp name="HTTPSampler.path">/\${__threadNum}</stringProp>`) +
          controller(header('${__threadNum}')),
      ),
      [],
    );
  });
});

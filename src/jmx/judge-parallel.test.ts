import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { obstaclesOf } from './obstacles.fixture.ts';

const each = (kind: string, children = '', properties = '', name = kind) =>
  `<${kind} testname="${name}" guiclass="HttpTestSampleGui">${properties}</${kind}><hashTree>${children}</hashTree>`;
const parallel = (children: string) => each('com.blazemeter.jmeter.controller.ParallelSampler', children);
const flag = (name: string, value = 'true') => `<stringProp name="${name}">${value}</stringProp>`;

const extractor = each(
  'BoundaryExtractor',
  '',
  flag('BoundaryExtractor.refname', 'a') + flag('BoundaryExtractor.match_number', '1'),
);

const javaTest = (children = '') =>
  each('JavaSampler', children, flag('classname', 'org.apache.jmeter.protocol.java.test.JavaTest'));

describe('the judgement of a Parallel Controller', () => {
  it('takes samplers with post-processors of their own, controllers and transactions with parent samples', () => {
    const transaction = each(
      'TransactionController',
      each('TestAction'),
      flag('TransactionController.parent'),
    );
    assert.deepEqual(
      obstaclesOf(
        each('HeaderManager') +
          parallel(each('HTTPSamplerProxy', extractor) + each('LoopController', javaTest()) + transaction),
      ),
      [],
    );
  });

  it('leaves to Apache JMeter what its threads would share by mistake', () => {
    assert.deepEqual(obstaclesOf(extractor + parallel(javaTest())), ['BoundaryExtractor']);
    assert.deepEqual(obstaclesOf(parallel(extractor + javaTest())), ['BoundaryExtractor']);
    assert.deepEqual(obstaclesOf(each('GenericController', extractor) + parallel('')), []);
    const parent = flag('TransactionController.parent');
    const transaction = each('TransactionController', javaTest(extractor), parent);
    assert.deepEqual(obstaclesOf(parallel(transaction)), ['BoundaryExtractor']);
  });

  it('leaves to it what does not work or is not proven there', () => {
    const transaction = each('TransactionController', '', flag('TransactionController.parent', 'false'));
    assert.deepEqual(obstaclesOf(parallel(transaction + each('ForeachController'))), [
      'TransactionController',
      'ForeachController',
    ]);
    assert.deepEqual(obstaclesOf(parallel(each('GenericController', '', '', 'a ${__V(${__threadNum})}'))), [
      '__threadNum',
    ]);
  });

  it('leaves to it a plan that stops at once or counts passes', () => {
    const stop = flag('ActionProcessor.action', '2') + flag('ActionProcessor.target', '2');
    assert.deepEqual(obstaclesOf(parallel('') + each('TestAction', '', stop)), ['TestAction']);
    assert.deepEqual(obstaclesOf(each('TestAction', '', stop)), []);
    assert.deepEqual(obstaclesOf(parallel('') + each('GenericController', '', '', '${__iterationNum}')), [
      'GenericController',
    ]);
  });
});

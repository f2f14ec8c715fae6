import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readJmx } from '../../jmx/read-jmx.ts';
import { debug, element, group, loop, planWith, type TestElement } from '../testing/plan.ts';
import { LoopIndexVariables } from './loop-index-variables.ts';

function indexVariablesOf(...children: TestElement[]): LoopIndexVariables {
  const [plan] = readJmx(
    'plan.jmx',
    Buffer.from(planWith({}, {}, group({ name: 'users' }, ...children))),
  ).roots;
  assert.ok(plan);
  return new LoopIndexVariables(plan);
}

describe('who alone tells the pass of a loop', () => {
  it('is a loop whose name nothing else has', () => {
    const indexVariables = indexVariablesOf(loop('L', 2, debug('a')), loop('M', 2, debug('M')));
    assert.deepEqual(
      ['L', 'users', 'M', 'other'].map((name) => indexVariables.isOnlyWriter(name)),
      [true, true, false, false],
    );
  });

  it('is none when a name depends on a variable, or the plan mentions an index variable', () => {
    assert.equal(indexVariablesOf(loop('L', 2, debug('a ${x}'))).isOnlyWriter('L'), false);
    assert.equal(indexVariablesOf(loop('L', '${__jm__M__idx}', debug('a'))).isOnlyWriter('L'), false);
    const data = (variableNames: string) =>
      element('CSVDataSet', 'data', { filename: 'a.csv', variableNames });
    assert.equal(indexVariablesOf(data(''), loop('L', 2, debug('a'))).isOnlyWriter('L'), false);
    assert.equal(indexVariablesOf(data('a,b'), loop('L', 2, debug('a'))).isOnlyWriter('L'), true);
  });

  it('is none without a name, and none that is called as a branch is', () => {
    const indexVariables = indexVariablesOf(loop('', 2, debug('a')), loop('wrapped a', 2, debug('b')));
    assert.deepEqual(
      [indexVariables.isOnlyWriter(''), indexVariables.isOnlyWriter('wrapped a')],
      [false, false],
    );
  });
});

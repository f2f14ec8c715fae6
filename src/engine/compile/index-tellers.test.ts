import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPlanTree } from '../../plans/jmeter/read-plan-tree.ts';
import { debug, element, group, loop, planWith, type TestElement } from '../testing/plan.ts';
import { IndexTellers } from './index-tellers.ts';

function tellersOf(...children: TestElement[]): IndexTellers {
  const [plan] = readPlanTree(
    'plan.jmx',
    Buffer.from(planWith({}, {}, group({ name: 'users' }, ...children))),
  );
  assert.ok(plan);
  return new IndexTellers(plan);
}

describe('who alone tells the pass of a loop', () => {
  it('is a loop whose name nothing else has', () => {
    const tellers = tellersOf(loop('L', 2, debug('a')), loop('M', 2, debug('M')));
    assert.deepEqual(
      ['L', 'users', 'M', 'nobody'].map((name) => tellers.isAlone(name)),
      [true, true, false, false],
    );
  });

  it('is nobody where a name depends on something, or the plan speaks of such a variable', () => {
    assert.equal(tellersOf(loop('L', 2, debug('a ${x}'))).isAlone('L'), false);
    assert.equal(tellersOf(loop('L', '${__jm__M__idx}', debug('a'))).isAlone('L'), false);
    const data = (variableNames: string) =>
      element('CSVDataSet', 'data', { filename: 'a.csv', variableNames });
    assert.equal(tellersOf(data(''), loop('L', 2, debug('a'))).isAlone('L'), false);
    assert.equal(tellersOf(data('a,b'), loop('L', 2, debug('a'))).isAlone('L'), true);
  });

  it('is none without a name, and none that is called as a branch is', () => {
    const tellers = tellersOf(loop('', 2, debug('a')), loop('wrapped a', 2, debug('b')));
    assert.deepEqual([tellers.isAlone(''), tellers.isAlone('wrapped a')], [false, false]);
  });
});

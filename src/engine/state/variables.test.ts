import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastSampleOk, VariableNames, Variables } from './variables.ts';

const many = Array.from({ length: 100 }, (_, index) => `v${index}`);

describe('variables of a user', () => {
  it('are found by name and by slot, whether the name was known early or late', () => {
    const names = new VariableNames();
    const early = names.name('early');
    const variables = new Variables(names);
    variables.set('early', '1');
    names.freeze();
    const late = names.name('late');
    variables.set('late', '2');
    assert.equal(late.slot, -1);
    assert.deepEqual([variables.read(early), variables.get('late'), variables.read(late)], ['1', '2', '2']);
    variables.write(early, '3');
    variables.write(late, '4');
    assert.deepEqual([variables.get('early'), variables.get('late')], ['3', '4']);
    assert.deepEqual([...variables].sort(), [
      ['early', '3'],
      ['late', '4'],
    ]);
  });

  it('report whether a deleted variable was set', () => {
    const names = new VariableNames();
    const variables = new Variables(names);
    const early = names.name('early');
    variables.set('early', '');
    names.freeze();
    variables.set('late', '');
    assert.ok(variables.has('early') && variables.has('late'));
    assert.deepEqual([variables.delete('early'), variables.delete('late')], [true, true]);
    assert.deepEqual(
      [variables.remove(early), variables.delete('late'), variables.delete('no')],
      [false, false, false],
    );
    assert.deepEqual([variables.has('early'), variables.read(early), [...variables]], [false, undefined, []]);
  });

  it('can outnumber the slots, and slots can be added later', () => {
    const names = new VariableNames();
    const variables = new Variables(names);
    for (const name of many) {
      variables.set(name, `of ${name}`);
    }
    assert.ok(names.count < many.length);
    for (const name of many) {
      assert.equal(variables.get(name), `of ${name}`);
      assert.equal(variables.read(names.name(name)), `of ${name}`);
    }
    assert.equal([...variables].length, many.length);
  });

  it('are independent after copying', () => {
    const names = new VariableNames();
    const plan = new Variables(names);
    plan.set('early', 'plan');
    names.freeze();
    plan.set('late', 'plan');
    const user = new Variables(names, plan);
    user.set('early', 'user');
    user.set('late', 'user');
    user.write(lastSampleOk, 'true');
    assert.deepEqual(
      [plan.get('early'), plan.get('late'), plan.has(lastSampleOk.text)],
      ['plan', 'plan', false],
    );
    assert.deepEqual(
      [user.get('early'), user.get('late'), user.get(lastSampleOk.text)],
      ['user', 'user', 'true'],
    );
  });
});

it('reads whole numbers as texts, wherever they are stored', () => {
  const names = new VariableNames();
  const index = names.name('index');
  names.freeze();
  const late = names.name('late');
  const variables = new Variables(names);
  variables.writeWhole(index, 12_345);
  variables.writeWhole(late, 7);
  const copy = new Variables(names, variables);
  assert.deepEqual(
    [...copy],
    [
      ['index', '12345'],
      ['late', '7'],
    ],
  );
  assert.equal(variables.read(index), '12345');
  assert.equal(variables.get('index'), '12345');
  variables.writeWhole(index, 0);
  assert.equal(variables.has('index'), true);
  const texts: string[] = [];
  variables.forEachText((name, value) => texts.push(`${name}=${value}`));
  assert.deepEqual(texts, ['index=0', 'late=7']);
  assert.equal(variables.remove(index), true);
  assert.equal(variables.has('index'), false);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRange } from './run-address.ts';

const read = (text: string) => readRange(new URLSearchParams(text));

describe('readRange', () => {
  it('reads the range of a shared link', () => {
    assert.deepEqual(read('from=10&to=70'), { from: 10, to: 70 });
    assert.deepEqual(read('to=70'), { to: 70 });
    assert.deepEqual(read(''), {});
    assert.deepEqual(read('from=10&of=failed'), { from: 10, times: 'failed' });
    assert.deepEqual(read('of=all'), { times: 'all' });
    for (const text of ['of=passed', 'of=slow']) assert.deepEqual(read(text), {}, text);
  });

  it('falls back to the whole run for invalid values', () => {
    for (const text of ['from=70&to=10', 'from=x', 'from=-1', 'from=1.5', 'from=5&to=5'])
      assert.deepEqual(read(text), {}, text);
  });
});

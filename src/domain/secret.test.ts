import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorDetail } from './errors.ts';
import { changeSecrets, readSecrets } from './secret.ts';

function read(entries: string[], allowsRemoval = false) {
  const problems: ErrorDetail[] = [];
  const secrets = readSecrets(entries, 'run[secrets][]', problems, { allowsRemoval });
  return { secrets, problems: problems.map(({ message }) => message) };
}

describe('secrets', () => {
  it('are read as name=value, of every kind of parameter; the last one counts', () => {
    const { secrets, problems } = read(['a=1234', '-Jb= x=y ', '-Dc.d=12345', '-EE_1=123456', 'a=5678']);
    assert.deepEqual(problems, []);
    assert.deepEqual(secrets, [
      { name: 'a', value: '5678' },
      { name: 'b', value: ' x=y ' },
      { name: '-Dc.d', value: '12345' },
      { name: '-EE_1', value: '123456' },
    ]);
  });

  it('are rejected if they are short, long or unnamed, without their values in the message', () => {
    const long = 'v'.repeat(20_000);
    const { problems } = read(['a=xyz', `b=${long}`, '=hidden', 'hidden', '-E1x=hidden', 'a b=hidden', 'c=']);
    assert.equal(problems.length, 7);
    assert.match(problems[0] ?? '', /^The secret "a" .* at least 4 characters/);
    assert.match(problems[1] ?? '', /20000 characters/);
    assert.match(problems[2] ?? '', /^Entry 3 of run\[secrets\]\[\] is not valid/);
    assert.doesNotMatch(problems.join(), /hidden|xyz|vvv/);
  });

  it('of a changed run are replaced, removed or kept', () => {
    assert.deepEqual(read(['c='], true), { secrets: [{ name: 'c', value: '' }], problems: [] });
    assert.deepEqual(
      changeSecrets(
        [
          { name: 'a', value: '1111' },
          { name: 'b', value: '2222' },
          { name: 'c', value: '3333' },
        ],
        [
          { name: 'b', value: '4444' },
          { name: 'c', value: '' },
        ],
      ),
      [
        { name: 'a', value: '1111' },
        { name: 'b', value: '4444' },
      ],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  parametersOf,
  parseOverrideParameters,
  withoutParameters,
  withParameters,
} from './override-parameters.ts';

const entries = (text: string | null) => {
  const parsed = parseOverrideParameters(text);
  return [[...parsed.properties], [...parsed.systemProperties], parsed.memoryOptions, parsed.warnings.length];
};

describe('override_parameters', () => {
  it('are separated by commas, by blanks, or by both', () => {
    const expected = [
      [
        ['a', '1'],
        ['b', '2'],
      ],
      [['c', '3']],
      [],
      0,
    ];
    assert.deepEqual(entries('-Ja=1, -Jb=2, -Dc=3'), expected);
    assert.deepEqual(entries('-Ja=1 -Jb=2 -Dc=3'), expected);
    assert.deepEqual(entries('  -Ja=1,-Jb=2 ,\n-Dc=3, '), expected);
  });

  it('may have commas, blanks, =, : and minus signs in their values', () => {
    assert.deepEqual(entries('-Jurl=https://x.example/?a=b,c d, -Jrange=1,-5, -Jempty=')[0], [
      ['url', 'https://x.example/?a=b,c d'],
      ['range', '1,-5'],
      ['empty', ''],
    ]);
  });

  it('lose the quotes around a value', () => {
    assert.deepEqual(entries(`-Ja="x y", -Jb='z'`)[0], [
      ['a', 'x y'],
      ['b', 'z'],
    ]);
  });

  it('accept -G as a property, and memory options unchanged', () => {
    assert.deepEqual(entries('-Gg=1 -Xmx2g -Xss512k'), [[['g', '1']], [], ['-Xmx2g', '-Xss512k'], 0]);
  });

  it('take precedence in the order they are written', () => {
    assert.deepEqual(entries('-Ja=1 -Jb=2 -Ja=3')[0], [
      ['b', '2'],
      ['a', '3'],
    ]);
  });

  it('are ignored with a warning when their syntax is unknown', () => {
    const parsed = parseOverrideParameters('-storageAccountHost=x, -Ja=1, -XX:+Foo -n hello');
    assert.deepEqual([...parsed.properties], [['a', '1']]);
    assert.equal(parsed.warnings.length, 3);
    assert.match(parsed.warnings[0] ?? '', /"-storageAccountHost=x" .* is ignored/);
  });

  it('accept -E as an environment variable with a valid name', () => {
    const parsed = parseOverrideParameters('-EHOST=a.example -E1=b');
    assert.deepEqual([...parsed.environment], [['HOST', 'a.example']]);
    assert.match(parsed.warnings.join(), /"-E1" .* is ignored/);
  });

  it('yield to secrets of the same name', () => {
    const secrets = [
      { name: 'a', value: '5 -J6' },
      { name: '-Da', value: '7777' },
      { name: '-EA', value: '8888' },
    ];
    const parsed = parametersOf({ overrideParameters: '-Ja=1 -Da=2 -EA=3 -Jb=4', secrets });
    assert.deepEqual(
      [[...parsed.properties], [...parsed.systemProperties], [...parsed.environment]],
      [
        [
          ['a', '5 -J6'],
          ['b', '4'],
        ],
        [['a', '7777']],
        [['A', '8888']],
      ],
    );
    assert.equal(withoutParameters('-Ja=1 -Da=2, -EA=3 -Jb=4', ['a', '-EA']), '-Da=2, -Jb=4');
    assert.equal(withoutParameters('-Ja=1', ['a']), null);
    assert.equal(withoutParameters('-Ja=1 -Jb=2', ['c']), '-Ja=1 -Jb=2', 'as the client sent it');
  });

  it('may be absent', () => {
    assert.deepEqual(entries(null), [[], [], [], 0]);
    assert.deepEqual(entries('  '), [[], [], [], 0]);
  });
});

it('sets single parameters, and keeps the others', () => {
  const set = (text: string | null, ...entries: string[]) => withParameters(text, entries);
  assert.equal(set(null, 'host=a.example'), '-Jhost=a.example');
  assert.equal(set('-Ja=1 -Jhost=b, -Xmx2g', 'host=a b', '-Dx=1'), '-Ja=1, -Xmx2g, -Jhost=a b, -Dx=1');
  assert.equal(set('-Ghost=b -Dhost=c', 'host='), '-Dhost=c, -Jhost=');
  assert.equal(set('-Dhost=c -Jhost=b', '-Dhost=d'), '-Jhost=b, -Dhost=d');
  assert.equal(set(null), null);
  for (const bad of ['host', '=x', 'a=1 -Jb=2', 'a b=1'])
    assert.throws(() => set(null, bad), /The parameter .* is not valid\. Use name=value/, bad);
});

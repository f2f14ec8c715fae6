import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { mergeTrees, type ParamValue, parseNested, splitKey, treeOfJson } from './nested.ts';

const roots = new Set(['run', 'run_files', 'grid', 'region']);

/** Converts to ordinary objects for deepEqual. */
function plain(value: ParamValue | undefined): unknown {
  if (value === undefined || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function parse(text: string): unknown {
  const entries = [...new URLSearchParams(text)].map(([key, value]) => ({ key, value }));
  return plain(parseNested(entries, roots).tree);
}

describe('parseNested', () => {
  it('reads nested names, raw brackets and values with = : / and spaces', () => {
    assert.deepEqual(parse('run[tool]=jmeter&run[override_parameters]=-Jurl=https://x.test/a b'), {
      run: { tool: 'jmeter', override_parameters: '-Jurl=https://x.test/a b' },
    });
    assert.deepEqual(parse('run%5Btool%5D=jmeter&run[project]=Azure%20DevOps'), {
      run: { tool: 'jmeter', project: 'Azure DevOps' },
    });
  });

  it('starts the next grid when a key of the current one repeats', () => {
    assert.deepEqual(
      parse(
        'run[grids][][region]=a&run[grids][][stop_after]=5&run[grids][][region]=b&run[grids][][stop_after]=6',
      ),
      {
        run: {
          grids: [
            { region: 'a', stop_after: '5' },
            { region: 'b', stop_after: '6' },
          ],
        },
      },
    );
    assert.deepEqual(parse('run[grids][][uuid]=a&run[grids][][uuid]=b'), {
      run: { grids: [{ uuid: 'a' }, { uuid: 'b' }] },
    });
  });

  it('does not start the next one for a nested list', () => {
    assert.deepEqual(parse('run[g][][t][]=1&run[g][][t][]=2&run[g][][x][y]=3&run[g][][x][y]=4'), {
      run: { g: [{ t: ['1', '2'], x: { y: '3' } }, { x: { y: '4' } }] },
    });
  });

  it('keeps numbered keys and takes the last of a repeated plain name', () => {
    assert.deepEqual(parse('run[grids][0][region]=a&run[grids][10][region]=c&run[grids][2][region]=b'), {
      run: { grids: { 0: { region: 'a' }, 2: { region: 'b' }, 10: { region: 'c' } } },
    });
    assert.deepEqual(parse('region=a&region=b'), { region: 'b' });
  });

  it('recognizes original names and reports them', () => {
    const old = parseNested([{ key: 'flood[tool]', value: 'jmeter' }], roots);
    assert.deepEqual(plain(old.tree), { run: { tool: 'jmeter' } });
    assert.equal(old.usesOriginalNames, true);
    assert.equal(parseNested([{ key: 'run[tool]', value: 'x' }], roots).usesOriginalNames, false);
  });

  it('ignores unknown and invalid names', () => {
    assert.deepEqual(
      parse('debug=1&content_type=x&grids[][region]=x&run]x=1&run[x=1&[run]=2&=3&run[a]b=4'),
      {},
    );
  });

  it('is safe against prototype pollution', () => {
    const attack =
      '__proto__[polluted]=1&run[__proto__][polluted]=1&run[constructor][prototype][polluted]=1&run[grids][][__proto__][polluted]=1';
    assert.deepEqual(parse(attack), {});
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    const { tree } = parseNested([{ key: 'run[toString]', value: 'x' }], roots);
    assert.deepEqual(plain(tree), { run: { toString: 'x' } });
    const json = treeOfJson(
      JSON.parse('{"run": {"__proto__": {"polluted": 1}, "tool": "x"}, "__proto__": {"run": 1}}'),
      roots,
    );
    assert.deepEqual(plain(json.tree), { run: { tool: 'x' } });
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it('rejects conflicting names with the parameter', () => {
    for (const text of [
      'run=1&run[tool]=x',
      'run[tool]=x&run=1',
      'run[grids][]=a&run[grids][0][uuid]=b',
      'run[grids][0][uuid]=b&run[grids][][uuid]=a',
      'run[grids][][]=a',
    ]) {
      assert.throws(
        () => parse(text),
        (error) => error instanceof AppError && error.code === 'malformed' && error.message.includes('run'),
        text,
      );
    }
  });

  it('limits depth and number of parameters', () => {
    assert.throws(() => parse(`run${'[a]'.repeat(20)}=1`), { code: 'malformed' });
    assert.throws(() => parse('run[a]=1&'.repeat(5_001)), { code: 'malformed' });
    let deep: object = {};
    for (let depth = 0; depth < 50; depth++) deep = { deep };
    assert.throws(() => treeOfJson({ run: deep }, roots), { code: 'malformed' });
    assert.throws(() => treeOfJson({ run: new Array(6_000).fill(1) }, roots), { code: 'malformed' });
  });

  it('returns a tree or an AppError for any input, in linear time', () => {
    const random = mulberry(20260101);
    const pieces = [
      'run',
      'flood',
      'grid',
      'grids',
      '[',
      ']',
      '[]',
      '[0]',
      '[a]',
      '__proto__',
      '',
      '%',
      '\u0000',
      'é',
      ' ',
    ];
    for (let round = 0; round < 20_000; round++) {
      const entries = Array.from({ length: 1 + Math.floor(random() * 6) }, () => ({
        key: Array.from({ length: Math.floor(random() * 8) }, () => pick(pieces, random)).join(''),
        value: pick(pieces, random),
      }));
      try {
        const { tree } = parseNested(entries, roots);
        assert.ok(Object.keys(tree).every((key) => roots.has(key)));
        checkShape(tree);
      } catch (error) {
        assert.ok(error instanceof AppError, `${JSON.stringify(entries)}: ${error}`);
      }
    }
    assert.equal(Object.keys(Object.prototype).length, 0);
  });

  it('restores the tree of any form', () => {
    const random = mulberry(7);
    for (let round = 0; round < 2_000; round++) {
      const grids = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
        region: String(random()),
        stop_after: String(random()),
        ...(random() < 0.5 ? { instance_type: String(random()) } : {}),
      }));
      const run = { tool: String(random()), name: 'a=b&c[d]' };
      const search = new URLSearchParams();
      for (const [key, value] of Object.entries(run)) search.append(`run[${key}]`, value);
      for (const grid of grids) {
        for (const [key, value] of Object.entries(grid)) search.append(`run[grids][][${key}]`, value);
      }
      assert.deepEqual(parse(search.toString()), { run: { ...run, grids } });
    }
  });
});

describe('splitKey', () => {
  it('splits a name, or returns undefined for an invalid one', () => {
    assert.deepEqual(splitKey('run_files'), ['run_files']);
    assert.deepEqual(splitKey('run[grids][][uuid]'), ['run', 'grids', '', 'uuid']);
    for (const odd of ['', '[a]', 'a[', 'a]', 'a[b', 'a[b]c', 'a[[b]]', 'a[b]]'])
      assert.equal(splitKey(odd), undefined);
  });
});

describe('treeOfJson', () => {
  it('converts values to text and omits null', () => {
    const json = {
      run: { threads: 5, webhook: true, name: null, tag_list: ['a', null, 2] },
      other: 1,
      region: 'x',
    };
    assert.deepEqual(plain(treeOfJson(json, roots).tree), {
      run: { threads: '5', webhook: 'true', tag_list: ['a', '2'] },
      region: 'x',
    });
  });
});

describe('mergeTrees', () => {
  it('merges objects and lets the second win otherwise', () => {
    const query = parseNested(
      [
        { key: 'run[tool]', value: 'a' },
        { key: 'run[name]', value: 'n' },
      ],
      roots,
    ).tree;
    const body = treeOfJson({ run: { tool: 'b', grids: [{ uuid: 'g' }] }, region: 'r' }, roots).tree;
    assert.deepEqual(plain(mergeTrees(query, body)), {
      run: { tool: 'b', name: 'n', grids: [{ uuid: 'g' }] },
      region: 'r',
    });
  });
});

function checkShape(value: ParamValue): void {
  if (typeof value === 'string') return;
  if (!Array.isArray(value)) assert.equal(Object.getPrototypeOf(value), null);
  for (const inner of Object.values(value)) checkShape(inner);
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] ?? '';
}

/** Seeded pseudo-random numbers. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

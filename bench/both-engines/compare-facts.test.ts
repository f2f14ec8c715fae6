import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFacts } from './compare-facts.ts';

test('finds each value that differs, with its place', () => {
  const ours = {
    samples: [
      { label: 'a', bytes: 1 },
      { label: 'b', bytes: 2 },
    ],
    files: {},
  };
  const apache = {
    samples: [
      { label: 'a', bytes: 1 },
      { label: 'c', bytes: 3 },
    ],
    files: {},
  };
  assert.deepEqual(compareFacts([ours], [apache]), {
    differences: ['samples[1].label: "b", not "c"', 'samples[1].bytes: 2, not 3'],
    varying: [],
  });
});

test('finds samples that one engine alone has', () => {
  assert.deepEqual(compareFacts([{ samples: ['a'] }], [{ samples: ['a', 'b'] }]).differences, [
    'samples: 1, not 2',
  ]);
});

test('leaves out words, numbers and lists that vary from run to run in Apache JMeter', () => {
  const run = (id: string, bytes: number) => ({ url: `/items/${id}?page=1`, bytes });
  const apache = [run('17', 10), run('9', 9)];
  assert.deepEqual(compareFacts([run('333', 11)], apache).differences, []);
  assert.equal(compareFacts([{ ...run('333', 11), url: '/items/333?page=2' }], apache).differences.length, 1);
  assert.deepEqual(compareFacts([{ samples: [1, 2] }], [{ samples: [1] }, { samples: [] }]), {
    differences: [],
    varying: ['samples'],
  });
});

test('takes a value for the same when a run of each engine has it', () => {
  assert.deepEqual(
    compareFacts([{ bytes: 9 }, { bytes: 10 }], [{ bytes: 10 }, { bytes: 10 }]).differences,
    [],
  );
  assert.deepEqual(compareFacts([{ bytes: 9 }, { bytes: 8 }], [{ bytes: 10 }, { bytes: 10 }]).differences, [
    'bytes: 9, not 10',
  ]);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type GeneratorLoad, isGeneratorAtLimit, worstGenerator } from './generator.ts';

const load = (
  lagP99Ms: number,
  busyShare: number,
  includesStart?: GeneratorLoad['includesStart'],
): GeneratorLoad => ({
  lagP99Ms,
  lagMaxMs: lagP99Ms * 2,
  busyShare,
  ...(includesStart ? { includesStart } : {}),
});

it('takes the worst value of each figure, and values with start-up only if there are no others', () => {
  assert.equal(worstGenerator([]), undefined);
  assert.deepEqual(worstGenerator([load(1, 0.9), load(3, 0.2), load(500, 1, 'all')]), load(3, 0.9));
  assert.deepEqual(worstGenerator([load(80, 0.3, 'lag'), load(500, 1, 'all')]), load(500, 0.3, 'lag'));
  assert.deepEqual(worstGenerator([load(80, 0.3, 'all'), load(20, 1, 'all')]), load(80, 1, 'all'));
});

it('ignores start-up when detecting saturation', () => {
  assert.equal(isGeneratorAtLimit(load(101, 0.1)), true);
  assert.equal(isGeneratorAtLimit(load(1, 0.91)), true);
  assert.equal(isGeneratorAtLimit(load(101, 0.1, 'lag')), false);
  assert.equal(isGeneratorAtLimit(load(101, 0.91, 'lag')), true);
  assert.equal(isGeneratorAtLimit(load(101, 0.91, 'all')), false);
});

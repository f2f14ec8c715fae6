import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GeneratorLoad } from '../domain/generator.ts';
import { type DoubtfulNode, doubtsOf } from './doubts.ts';

const calmNode: DoubtfulNode = {
  lostAt: null,
  isOverloaded: false,
  wholeClockOffsetMs: 0.25,
};

function doubtsWith(generator: GeneratorLoad, hasSamples = true): string[] {
  return doubtsOf({ status: 'finished', hasSamples, nodes: [calmNode], generator });
}

test('a generator at its limit is doubtful, one that keeps up is not', () => {
  assert.deepEqual(doubtsWith({ lagP99Ms: 100, lagMaxMs: 400, busyShare: 0.9 }), []);
  assert.deepEqual(doubtsWith({ lagP99Ms: 900, lagMaxMs: 900, busyShare: 1, includesStart: 'all' }), []);
  const [late] = doubtsWith({ lagP99Ms: 240, lagMaxMs: 400, busyShare: 0.5 });
  assert.match(late ?? '', /at its limit: one action in a hundred came over 240 ms late, so times may be/);
  const [busy] = doubtsWith({ lagP99Ms: 101, lagMaxMs: 400, busyShare: 0.966 });
  assert.match(busy ?? '', /over 101 ms late, and it was busy 96 % of the time, so times may be/);
  assert.deepEqual(doubtsWith({ lagP99Ms: 240, lagMaxMs: 400, busyShare: 1 }, false), []);
});

test('lost, overloaded and wrongly set nodes are counted', () => {
  const nodes = [
    calmNode,
    { ...calmNode, isOverloaded: true },
    { ...calmNode, lostAt: new Date(), wholeClockOffsetMs: -51 },
  ];
  const doubts = doubtsOf({ status: 'finished', hasSamples: true, nodes, generator: undefined });
  assert.equal(doubts[0], '1 of 3 nodes was lost.');
  assert.match(doubts[1] ?? '', /^1 of 3 nodes was at over 90 % of the CPU/);
  assert.equal(doubts[2], '1 of 3 nodes was off by more than 50 ms on the clock.');
});

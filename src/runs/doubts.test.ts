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

test('reports a saturated generator', () => {
  assert.deepEqual(doubtsWith({ lagP99Ms: 100, lagMaxMs: 400, busyShare: 0.9 }), []);
  assert.deepEqual(doubtsWith({ lagP99Ms: 900, lagMaxMs: 900, busyShare: 1, includesStart: 'all' }), []);
  const [late] = doubtsWith({ lagP99Ms: 240, lagMaxMs: 400, busyShare: 0.5 });
  assert.match(late ?? '', /saturated \(schedule lag p99 240 ms\), so response times may/);
  const [busy] = doubtsWith({ lagP99Ms: 101, lagMaxMs: 400, busyShare: 0.966 });
  assert.match(busy ?? '', /\(schedule lag p99 101 ms, 96 % busy\), so response times may/);
  assert.deepEqual(doubtsWith({ lagP99Ms: 240, lagMaxMs: 400, busyShare: 1 }, false), []);
});

test('counts lost and overloaded nodes and those with a wrong clock', () => {
  const nodes = [
    calmNode,
    { ...calmNode, isOverloaded: true },
    { ...calmNode, lostAt: new Date(), wholeClockOffsetMs: -51 },
  ];
  const doubts = doubtsOf({ status: 'finished', hasSamples: true, nodes, generator: undefined });
  assert.equal(doubts[0], '1 of 3 nodes was lost.');
  assert.match(doubts[1] ?? '', /^1 of 3 nodes was above 90 % CPU/);
  assert.equal(doubts[2], 'The clock of 1 of 3 nodes was off by more than 50 ms.');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf, estimateCost, usageOfNodes } from './cost.ts';

test('rounds the cost up to 1/10,000 dollar, once', () => {
  assert.equal(costOf(75, 960), 1200);
  assert.equal(costOf(1, 959), 16);
  assert.equal(costOf(0, 960), 0);
});

test('counts each node from joining to its end, in whole minutes', () => {
  const at = (minute: number) => new Date(minute * 60_000);
  const nodes = [
    { joinedAt: at(0), endedAt: at(2.1) },
    { joinedAt: at(1), endedAt: null },
    { joinedAt: null, endedAt: null },
  ];
  assert.deepEqual(usageOfNodes(nodes, 600, at(5).getTime()), { nodeMinutes: 7, cost: 70 });
  assert.deepEqual(usageOfNodes(nodes, null, at(5).getTime()), { nodeMinutes: 7, cost: null });
});

test('an estimate adds all grids and says what it assumes', () => {
  const grid = { name: 'us-east-1', nodes: 2, minutesPerNode: 75, pricePerHour: 960, until: 'stop_after' };
  const local = { name: 'Grid calm-reef', nodes: 1, minutesPerNode: 5, pricePerHour: 0, until: 'duration' };
  assert.deepEqual(estimateCost([grid, local]), {
    pricePerHour: 1920,
    cost: 2400,
    assumptions: [
      'us-east-1: 2 nodes for 1 h 15 min (stop_after), $0.096 per node-hour.',
      'Grid calm-reef: 1 node for 5 min (duration), $0.00 per node-hour.',
    ],
  });
  const unknown = estimateCost([grid, { ...grid, pricePerHour: null }]);
  assert.deepEqual([unknown.pricePerHour, unknown.cost], [null, null]);
  assert.match(unknown.assumptions[1] ?? '', /price unknown: add it to the price table\.$/);
});

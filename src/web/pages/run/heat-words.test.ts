import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatAt, heatWords } from './heat-words.ts';

const heat = {
  step: 5,
  time: [0, 5, 15],
  bounds: [10, 20, 40, 80],
  counts: [
    [1, 7, 2],
    [0, 0, 1],
    [0, 0, 0],
  ],
};

test('describes the response times of an interval and its densest row', () => {
  assert.equal(heatAt(heat, 0, 3), '10 ms to 80 ms; most 20 ms to 40 ms: 7 samples');
  assert.equal(heatAt(heat, 1, 5), '40 ms to 80 ms: 1 sample');
});

test('reports intervals without samples', () => {
  assert.equal(heatAt(heat, 2, 15), 'no samples');
  assert.equal(heatAt(heat, 1, 12), 'no samples', 'between two columns');
  assert.equal(heatAt({ ...heat, time: [], counts: [] }, 0, 0), 'no samples');
});

test('describes the whole heat map', () => {
  assert.equal(
    heatWords(heat),
    'At +00:00: 10 ms to 80 ms; most 20 ms to 40 ms: 7 samples. At +00:15: no samples. Densest at +00:00, 20 ms to 40 ms: 7 samples.',
  );
  assert.equal(heatWords({ ...heat, time: [], counts: [] }), 'No data.');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredState } from './measured-state.ts';

const [whole, part] = [{ is_whole: true }, { is_whole: false }];
const [none, some] = [
  { passed: 0, failed: 0 },
  { passed: 0, failed: 1 },
];

test('samples in any range and status give the state some', () => {
  assert.equal(measuredState({ status: 'running', range: part, total: some }), 'some');
  assert.equal(measuredState({ status: 'finished', range: whole, total: some }), 'some');
});

test('a range without samples gives the state not-here', () => {
  assert.equal(measuredState({ status: 'running', range: part, total: none }), 'not-here');
  assert.equal(measuredState({ status: 'finished', range: part, total: none }), 'not-here');
});

test('a run without samples is not-yet while active and none when finished', () => {
  assert.equal(measuredState({ status: 'queued', range: part, total: none }), 'not-yet');
  assert.equal(measuredState({ status: 'running', range: whole, total: none }), 'not-yet');
  assert.equal(measuredState({ status: 'finished', range: whole, total: none }), 'none');
});

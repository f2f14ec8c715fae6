import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredState } from './measured-state.ts';

const [whole, part] = [{ is_whole: true }, { is_whole: false }];
const [none, some] = [
  { passed: 0, failed: 0 },
  { passed: 0, failed: 1 },
];

test('samples are samples, in any range and at any time', () => {
  assert.equal(measuredState({ status: 'running', range: part, total: some }), 'some');
  assert.equal(measuredState({ status: 'finished', range: whole, total: some }), 'some');
});

test('a range without samples says nothing about the run', () => {
  assert.equal(measuredState({ status: 'running', range: part, total: none }), 'not-here');
  assert.equal(measuredState({ status: 'finished', range: part, total: none }), 'not-here');
});

test('a run without samples is young, or had none', () => {
  assert.equal(measuredState({ status: 'queued', range: part, total: none }), 'not-yet');
  assert.equal(measuredState({ status: 'running', range: whole, total: none }), 'not-yet');
  assert.equal(measuredState({ status: 'finished', range: whole, total: none }), 'none');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictLabels } from '../domain/verdict.ts';
import { shownVerdict } from './verdict-words.ts';

test('labels of verdicts match those in the sentences of the service', () => {
  assert.deepEqual(shownVerdict, verdictLabels);
});

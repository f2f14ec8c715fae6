import assert from 'node:assert/strict';
import { it } from 'node:test';
import { doors } from '../../../api/doors.ts';
import { knownActions, outcomeOf, wordsOfAction } from './audit-words.ts';

it('every action that has words is one of the service', () => {
  // Pages without scripts, and OAuth, are no part of the API.
  const actions = knownActions.map(([action]) => action).filter((action) => !/ \/(app|oauth)\//.test(action));
  for (const action of actions) assert.ok(Object.hasOwn(doors, action), action);
});

it('an action without words is left as it is', () => {
  assert.equal(wordsOfAction('POST /runs'), 'Start a run');
  assert.equal(wordsOfAction('toString'), undefined);
});

it('tells what was done from what was refused and what failed', () => {
  assert.deepEqual(
    [200, 303, 401, 403, 429, 422, 404, 500].map((status) => outcomeOf(status).says),
    ['done', 'done', 'refused', 'refused', 'refused', 'not possible', 'not possible', 'broke'],
  );
});

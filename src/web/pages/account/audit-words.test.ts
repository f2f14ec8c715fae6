import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accessRules } from '../../../api/access-rules.ts';
import { knownActions, outcomeOf, wordsOfAction } from './audit-words.ts';

it('describes only actions that the service has', () => {
  // Server-rendered pages and OAuth are not part of the API.
  const actions = knownActions.map(([action]) => action).filter((action) => !/ \/(app|oauth)\//.test(action));
  for (const action of actions) assert.ok(Object.hasOwn(accessRules, action), action);
});

it('has no description for an unknown action', () => {
  assert.equal(wordsOfAction('POST /runs'), 'Start run');
  assert.equal(wordsOfAction('toString'), undefined);
});

it('distinguishes succeeded, denied, rejected and server errors by status', () => {
  assert.deepEqual(
    [200, 303, 401, 403, 429, 422, 404, 500].map((status) => outcomeOf(status).says),
    ['succeeded', 'succeeded', 'denied', 'denied', 'denied', 'rejected', 'rejected', 'server error'],
  );
});

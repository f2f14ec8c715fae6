import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinLimitS } from './join-limit.ts';

test('nodes in a cloud or a cluster have more time to join than local ones, never less', () => {
  const limits = { nodeJoinS: 120, cloudJoinS: 900 };
  assert.deepEqual(
    ['local', 'joined', 'kubernetes', 'aws'].map((provider) => joinLimitS(limits, provider)),
    [120, 120, 900, 900],
  );
  assert.equal(joinLimitS({ nodeJoinS: 1200, cloudJoinS: 900 }, 'kubernetes'), 1200);
});

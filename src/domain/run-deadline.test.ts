import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeadlineInput, runDeadline } from './run-deadline.ts';

const input: DeadlineInput = {
  startedAtMs: 1_000_000,
  durationS: 10,
  durationGraceMs: 60_000,
  runLimitMs: 7_200_000,
  stopGraceMs: 15_000,
};

test('stops a run early enough to be killed at duration plus grace', () => {
  const deadline = runDeadline(input);
  assert.equal(deadline?.stopAtMs, 1_000_000 + 10_000 + 45_000);
  assert.match(deadline?.sentence ?? '', /^Timed out after 55 s: .*duration of 10 s plus 45 s/);
});

test('a grace shorter than the stop grace does not shorten the duration', () => {
  assert.equal(runDeadline({ ...input, durationGraceMs: 5_000 })?.stopAtMs, 1_010_000);
});

test('a run without a duration has the overall limit, if any', () => {
  for (const durationS of [null, 0]) {
    const deadline = runDeadline({ ...input, durationS });
    assert.equal(deadline?.stopAtMs, 1_000_000 + 7_200_000 - 15_000);
    assert.match(deadline?.sentence ?? '', /no duration.*7200 s.*SPATE_RUN_LIMIT_S/);
    assert.equal(runDeadline({ ...input, durationS, runLimitMs: 0 }), null);
  }
});

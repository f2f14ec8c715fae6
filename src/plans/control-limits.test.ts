import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOfPause, refusalOfUsers } from './control-limits.ts';
import type { DescribedGroup } from './plan-description.ts';

const group = (kind: string, isEnabled = true): DescribedGroup => ({
  name: `my ${kind}`,
  kind,
  isEnabled,
  threads: null,
  rampup: null,
  duration: null,
  loops: null,
});

test('users can be changed in plans with one Thread Group or Concurrency Thread Group', () => {
  for (const kind of ['ThreadGroup', 'ConcurrencyThreadGroup'])
    assert.equal(
      refusalOfUsers([group('SetupThreadGroup'), group(kind), group('ThreadGroup', false)]),
      undefined,
    );
  assert.match(refusalOfUsers([group('UltimateThreadGroup')]) ?? '', /schedule of "my UltimateThreadGroup"/);
  assert.match(refusalOfUsers([group('ThreadGroup'), group('ThreadGroup')]) ?? '', /has 2 thread groups/);
  assert.match(refusalOfUsers([]) ?? '', /has 0 thread groups/);
});

test('every plan can be paused unless users arrive by a schedule', () => {
  assert.equal(refusalOfPause([group('ThreadGroup'), group('SteppingThreadGroup')]), undefined);
  assert.equal(refusalOfPause([group('OpenModelThreadGroup', false)]), undefined);
  for (const kind of ['OpenModelThreadGroup', 'ArrivalsThreadGroup', 'FreeFormArrivalsThreadGroup'])
    assert.match(refusalOfPause([group('ThreadGroup'), group(kind)]) ?? '', /open workload model/);
});

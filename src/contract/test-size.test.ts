import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSteps, nextUsers, nodesFor, type SizeStep, sizeOf } from './test-size.ts';

const step = (users: number, cpu: number, isLate = false): SizeStep => ({ users, cpu, isLate });

function ramp(wanted: number, measure: (users: number) => SizeStep): SizeStep[] {
  const steps: SizeStep[] = [];
  for (let users = nextUsers(steps, wanted); users !== undefined; users = nextUsers(steps, wanted))
    steps.push(measure(users));
  return steps;
}

test('doubles the virtual users until the CPU is busy, and estimates how many fit', () => {
  const steps = ramp(5000, (users) => step(users, users / 1000));
  assert.deepEqual(
    steps.map(({ users }) => users),
    [10, 20, 40, 80, 160, 320, 640, 1280],
  );
  assert.deepEqual(sizeOf(steps), { usersPerNode: 800, limit: 'cpu' });
  assert.deepEqual(sizeOf([step(10, 1)]), { usersPerNode: 8, limit: 'cpu' });
  assert.deepEqual(sizeOf([step(10, 0.85), step(20, 0.9)]), { usersPerNode: 10, limit: 'cpu' });
});

test('stops at the last step on schedule, and at all wanted users', () => {
  const late = ramp(5000, (users) => step(users, 0.2, users > 100));
  assert.deepEqual(sizeOf(late), { usersPerNode: 80, limit: 'lag' });
  const idle = ramp(25, (users) => step(users, 0.1));
  assert.deepEqual([idle.at(-1)?.users, sizeOf(idle)], [25, { usersPerNode: 25, limit: 'none' }]);
  assert.deepEqual([countSteps(25), countSteps(5), countSteps(10_000)], [3, 1, 11]);
});

test('distributes virtual users evenly over nodes', () => {
  assert.deepEqual(nodesFor(10_000, 800), { nodes: 13, usersPerNode: 770 });
  assert.deepEqual(nodesFor(5, 800), { nodes: 1, usersPerNode: 5 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryBesidesUsersBytes, memoryPerUserBytes, usersThatFit } from './tool-capacity.ts';

test('limits browser users by memory, rounded down', () => {
  const perUserBytes = memoryPerUserBytes['java-selenium-chrome'] ?? 0;
  assert.equal(usersThatFit('java-selenium-chrome', 3 * perUserBytes), 3);
  assert.equal(usersThatFit('java-selenium-chrome', 3 * perUserBytes - 1), 2);
  assert.equal(usersThatFit('java-selenium-chrome', perUserBytes - 1), 0);
});

test('subtracts shared memory first', () => {
  const sharedBytes = memoryBesidesUsersBytes['service-chrome'] ?? 0;
  const perUserBytes = memoryPerUserBytes['service-chrome'] ?? 0;
  assert.equal(usersThatFit('service-chrome', sharedBytes + 2 * perUserBytes), 2);
  assert.equal(usersThatFit('service-chrome', sharedBytes + 2 * perUserBytes - 1), 1);
  assert.equal(usersThatFit('service-chrome', sharedBytes / 2), 0);
});

test('does not limit users of tools that share memory', () => {
  assert.equal(usersThatFit('jmeter', 1), Number.POSITIVE_INFINITY);
  assert.equal(usersThatFit('gatling', 1), Number.POSITIVE_INFINITY);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHeartbeats } from './heartbeats.ts';
import { hasRecentHeartbeat, isSilent } from './liveness.ts';

const nowMs = 1_000_000;
const node = (agoMs: number) => ({ lastSeenAt: new Date(nowMs - agoMs) });

function contextFor(uninterruptedMs: number) {
  return {
    heartbeats: { ...createHeartbeats(), uninterruptedMs: () => uninterruptedMs },
    limits: { nodeLostS: 15 },
  };
}

test('a node is silent after nodeLostS without a heartbeat', () => {
  const context = contextFor(60_000);
  assert.equal(isSilent(context, node(15_000), nowMs), false);
  assert.equal(isSilent(context, node(15_001), nowMs), true);
  assert.equal(isSilent(context, { lastSeenAt: null }, nowMs), true);
});

test('a service counts no silence from before its last interruption', () => {
  assert.equal(isSilent(contextFor(15_000), node(60_000), nowMs), false);
  assert.equal(isSilent(contextFor(15_001), node(60_000), nowMs), true);
});

test('a heartbeat is recent for 6 s', () => {
  assert.equal(hasRecentHeartbeat(node(5_999), nowMs), true);
  assert.equal(hasRecentHeartbeat(node(6_000), nowMs), false);
  assert.equal(hasRecentHeartbeat({ lastSeenAt: null }, nowMs), false);
});

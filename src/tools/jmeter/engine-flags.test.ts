import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { it } from 'node:test';
import { element, group, http, planWith } from '../../engine/testing/plan.ts';
import { engineNodeFlags } from './engine-flags.ts';

const ampleMb = 256 * availableParallelism();

function space(users: number, heapMb: number, thinkTimeMs = 0): string | undefined {
  const timer = element('ConstantTimer', 'wait', { 'ConstantTimer.delay': thinkTimeMs });
  const plan = planWith({}, {}, group({ users }, http('home', { port: 80 }, timer)));
  return engineNodeFlags(Buffer.from(plan), {}, heapMb).find((flag) => flag.includes('semi-space'));
}

it('uses a large semi-space for few users if memory allows it, and a small one for many users', () => {
  assert.equal(space(3000, ampleMb), '--max-semi-space-size=32');
  assert.equal(space(3000, ampleMb - 1), '--max-semi-space-size=16');
  assert.equal(space(3001, ampleMb), '--max-semi-space-size=4');
});

it('gives users who send few requests per second the least', () => {
  const calm = availableParallelism();
  assert.equal(space(1000, ampleMb, 1000), '--max-semi-space-size=2');
  assert.equal(space(1000, ampleMb, Math.floor(999 / calm)), '--max-semi-space-size=32');
  assert.equal(space(3001, ampleMb, 60_000), '--max-semi-space-size=4');
});

it('treats a plan with an unknown number of users as one with few', () => {
  const flags = engineNodeFlags(Buffer.from('<jmeterTestPlan><hashTree/></jmeterTestPlan>'), {}, ampleMb);
  assert.ok(flags.includes('--max-semi-space-size=32'), flags.join(' '));
});

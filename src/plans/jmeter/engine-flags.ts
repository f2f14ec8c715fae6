import { estimateUsers } from './estimate-users.ts';
import { readPlanTree } from './read-plan-tree.ts';

/** So many users hold on to so much that moving it about is what takes time. */
const manyUsers = 2000;

/**
 * How Node.js is to be started for a plan. Users who rest hold on to what their last sample made: with thousands of them
 * a small space for new objects is cleared often but each time in a millisecond or two, and does not grow with the
 * number of users. A few users make much that is gone at once, and a larger space is cleared seldom.
 */
export function engineNodeFlags(plan: Uint8Array, properties: Readonly<Record<string, string>>): string[] {
  const [root] = readPlanTree('plan.jmx', plan);
  const users = root ? estimateUsers(root, properties) : 0;
  return [`--max-semi-space-size=${users > manyUsers ? 4 : 16}`];
}

import { seededRandom } from '../../lib/seeded-random.ts';
import type { User } from '../core.ts';

/** Seeded random numbers: one sequence per user, and one for what is evaluated before users exist. */
export function seededForUsers(seed: number, current: () => User | undefined): () => number {
  const key = {};
  const planRandom = seededRandom(mix(seed, 0));
  return () => {
    const user = current();
    return user ? user.stateOf(key, () => seededRandom(mix(seed, textHash(user.name))))() : planRandom();
  };
}

function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** Hashes both numbers, so that neighbouring seeds give unrelated sequences. */
function mix(one: number, other: number): number {
  let mixed = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other + 0x9e3779b9, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

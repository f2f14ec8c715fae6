import type { Machines } from '../../provider.ts';
import type { FoundMachine } from './find-machines.ts';

/**
 * The machine of each slot. Machines of a scale set are alike, and a node gets a slot when it joins: joined nodes are found by
 * the name of their machine, and the other slots have any of the machines that have not joined.
 */
export function matchMachines(
  { slots, joinedMachines }: Pick<Machines, 'slots' | 'joinedMachines'>,
  found: readonly FoundMachine[],
): Map<number, FoundMachine> {
  const joined = new Set([...joinedMachines].map((name) => name.toLowerCase()));
  const spare = found.filter(({ name }) => !joined.has(name));
  const matched = new Map<number, FoundMachine>();
  const open: number[] = [];
  for (const { index, machine } of slots) {
    const own = machine === null ? undefined : found.find(({ name }) => name === machine.toLowerCase());
    if (own) matched.set(index, own);
    else open.push(index);
  }
  for (const index of open.sort((a, b) => a - b)) {
    const next = spare.shift();
    if (next) matched.set(index, next);
  }
  return matched;
}

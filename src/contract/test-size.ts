/** What limits the virtual users of a node: its CPU, the schedule lag of the load generator, or nothing that was reached. */
export const sizeLimits = ['cpu', 'lag', 'none'] as const;
export type SizeLimit = (typeof sizeLimits)[number];

/** Above this CPU utilization, a node has no reserve for peaks. */
const maxCpu = 0.8;

/** Measured capacity of one node. */
export interface MeasuredSize {
  usersPerNode: number;
  limit: SizeLimit;
}

/** One step of a ramp. */
export interface SizeStep {
  users: number;
  /** CPU utilization of the node, 0 to 1. */
  cpu: number;
  /** Whether the load generator is behind its schedule. */
  isLate: boolean;
}

/** Virtual users of the next step: twice as many; undefined at the limit of the node or with all wanted users. */
export function nextUsers(steps: readonly SizeStep[], wanted: number): number | undefined {
  const last = steps.at(-1);
  if (last === undefined) return Math.min(firstUsers, wanted);
  return isAtLimit(last) || last.users >= wanted ? undefined : Math.min(2 * last.users, wanted);
}

const firstUsers = 10;

/** Number of steps of a ramp that reaches all wanted users. */
export function countSteps(wanted: number): number {
  return Math.max(0, Math.ceil(Math.log2(wanted / firstUsers))) + 1;
}

/** Between the last two steps of a ramp, CPU utilization is taken to grow evenly with the virtual users. */
export function sizeOf(steps: readonly SizeStep[]): MeasuredSize {
  const last = steps.at(-1);
  if (last === undefined) return { usersPerNode: 1, limit: 'none' };
  const before = steps.at(-2) ?? { users: 0, cpu: 0 };
  if (last.cpu > maxCpu) {
    const share = Math.max(0, (maxCpu - before.cpu) / (last.cpu - before.cpu));
    const users = Math.floor(before.users + share * (last.users - before.users));
    return { usersPerNode: Math.max(1, users), limit: 'cpu' };
  }
  if (last.isLate) return { usersPerNode: Math.max(1, before.users), limit: 'lag' };
  return { usersPerNode: last.users, limit: 'none' };
}

function isAtLimit({ cpu, isLate }: SizeStep): boolean {
  return cpu > maxCpu || isLate;
}

/** Nodes for a number of virtual users, with equal parts. */
export function nodesFor(users: number, usersPerNode: number): { nodes: number; usersPerNode: number } {
  const nodes = Math.max(1, Math.ceil(users / usersPerNode));
  return { nodes, usersPerNode: Math.ceil(users / nodes) };
}

/** Why a node does not carry more, for the end of a sentence. */
export const limitWords: Readonly<Record<SizeLimit, string>> = {
  cpu: `then its CPU is ${maxCpu * 100} % busy`,
  lag: 'then the load generator falls behind its schedule',
  none: 'more were not measured',
};

import { count } from '../lib/figures.ts';
import { span } from '../lib/moments.ts';
import { type Money, showMoney } from '../lib/money.ts';

/** Node-minutes of one grid, and the price of one node-hour; null: unknown. */
export interface NodeTime {
  nodes: number;
  minutesPerNode: number;
  pricePerHour: Money | null;
}

export interface Estimate {
  /** Of all nodes together; null if a price is unknown. */
  pricePerHour: Money | null;
  cost: Money | null;
  /** What the estimate is based on, one sentence per grid. */
  assumptions: string[];
}

/** Cost of node-minutes, rounded up to 1/10,000 dollar. */
export function costOf(nodeMinutes: number, pricePerHour: Money): Money {
  return Math.ceil((nodeMinutes * pricePerHour) / 60);
}

/** Node-minutes and cost of a grid or a run so far. */
export interface Usage {
  nodeMinutes: number;
  /** Null: a price is unknown. */
  cost: Money | null;
}

/** Minutes of each node from joining to its end, rounded up; a node without an end counts until `untilMs`. */
export function usageOfNodes(
  nodes: readonly { joinedAt: Date | null; endedAt: Date | null }[],
  pricePerHour: Money | null,
  untilMs: number,
): Usage {
  const nodeMinutes = nodes.reduce(
    (sum, { joinedAt, endedAt }) =>
      joinedAt === null
        ? sum
        : sum + Math.max(0, Math.ceil(((endedAt?.getTime() ?? untilMs) - joinedAt.getTime()) / 60_000)),
    0,
  );
  return { nodeMinutes, cost: pricePerHour === null ? null : costOf(nodeMinutes, pricePerHour) };
}

/** Usage of nodes that worked for the same time. */
export function usageOf(times: readonly NodeTime[]): Usage {
  return {
    nodeMinutes: times.reduce((sum, { nodes, minutesPerNode }) => sum + nodes * minutesPerNode, 0),
    cost: times.reduce<Money | null>(
      (sum, { nodes, minutesPerNode, pricePerHour }) =>
        sum === null || pricePerHour === null ? null : sum + costOf(nodes * minutesPerNode, pricePerHour),
      0,
    ),
  };
}

/** A grid of an estimate. `until` completes "for 75 min, …". */
export interface EstimatedGrid extends NodeTime {
  name: string;
  until: string;
}

export function estimateCost(grids: readonly EstimatedGrid[]): Estimate {
  const hourly = grids.map((grid) => ({ ...grid, minutesPerNode: 60 }));
  return {
    pricePerHour: usageOf(hourly).cost,
    cost: usageOf(grids).cost,
    assumptions: grids.map(assumptionOf),
  };
}

function assumptionOf({ name, nodes, minutesPerNode, pricePerHour, until }: EstimatedGrid): string {
  const price =
    pricePerHour === null
      ? 'price unknown: add it to the price table'
      : `${showMoney(pricePerHour)} per node-hour`;
  return `${name}: ${count(nodes, 'node')} for ${span(minutesPerNode * 60)} (${until}), ${price}.`;
}

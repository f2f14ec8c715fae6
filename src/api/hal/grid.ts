import type { GridListResource, GridResource } from '../../contract/resources/grid.ts';
import { costOf } from '../../domain/cost.ts';
import { gridWarnings, originOf } from '../../domain/grid-place.ts';
import { toolsOfGrid } from '../../domain/node-tools.ts';
import type { GridView } from '../../grids/grids.ts';
import { type Addresses, link, timestamp, timestampOrNull } from './links.ts';
import { moneyOrNull } from './money.ts';
import { nodeResource, toolResource } from './node.ts';

/** Nodes are included under three names, because clients use all of them. */
export function gridResource(
  view: GridView,
  addresses: Addresses,
  options = { isRunFinished: false },
): GridResource {
  const { grid } = view;
  const nodes = view.nodes
    .filter((node) => node.state !== 'joining')
    .map((node) => nodeResource(node, addresses, options.isRunFinished));
  return {
    _links: { self: link(`/grids/${grid.id}`) },
    uuid: grid.id,
    batch_id: grid.batchId,
    name: grid.name,
    region: grid.region,
    origin: originOf(grid),
    instance_quantity: grid.instanceQuantity,
    instance_type: grid.instanceType,
    infrastructure: grid.infrastructure,
    stop_after: grid.stopAfterMin,
    status: grid.status,
    created: timestamp(grid.createdAt),
    started: timestampOrNull(grid.startedAt),
    stops_at: timestampOrNull(grid.endsAt),
    stopped: timestampOrNull(grid.stoppedAt),
    price_per_node_hour: moneyOrNull(grid.pricePerHour),
    estimated_cost: moneyOrNull(
      grid.pricePerHour === null
        ? null
        : costOf(grid.instanceQuantity * grid.stopAfterMin, grid.pricePerHour),
    ),
    node_minutes: view.usage?.nodeMinutes ?? null,
    cost: moneyOrNull(view.usage?.cost ?? null),
    warnings: [...gridWarnings(grid), ...(view.joinProblem === undefined ? [] : [view.joinProblem])],
    problems: grid.problems,
    join_command: addresses.isForViewer ? null : view.joinCommand,
    tools: toolsOfGrid(view.nodes).map(toolResource),
    nodes,
    resources: nodes,
    _embedded: { nodes },
  };
}

export function gridListResource(views: readonly GridView[], addresses: Addresses): GridListResource {
  return {
    _links: { self: link('/grids') },
    total: views.length,
    _embedded: { grids: views.map((view) => gridResource(view, addresses)) },
  };
}

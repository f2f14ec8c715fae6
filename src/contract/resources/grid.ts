import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema, moneySchema, nullable, timestampSchema } from './common.ts';
import { nodeSchema, toolSchema } from './node.ts';

export const gridSchema = closed({
  _links: closed({ self: linkSchema }),
  uuid: Type.String(),
  batch_id: Type.String(),
  name: Type.String(),
  region: Type.String({ description: 'As requested' }),
  origin: Type.String({ description: 'Actual location of the nodes, such as `This machine`' }),
  instance_quantity: Type.Integer(),
  instance_type: Type.String(),
  infrastructure: Type.Enum(['demand', 'hosted', 'shared']),
  stop_after: Type.Integer({ description: 'Minutes; 0 for the shared grid, which never stops' }),
  status: Type.Enum(['queued', 'starting', 'started', 'stopped', 'invoiced']),
  created: timestampSchema,
  started: nullable(timestampSchema),
  stops_at: nullable(timestampSchema),
  stopped: nullable(timestampSchema),
  price_per_node_hour: nullable(moneySchema),
  estimated_cost: nullable(moneySchema),
  node_minutes: nullable(countSchema),
  cost: nullable(moneySchema),
  warnings: Type.Array(Type.String(), { description: 'Warnings about the request' }),
  problems: Type.Array(Type.String(), { description: 'Why nodes do not start or end, one sentence each' }),
  join_command: nullable(Type.String({ description: 'Command that joins a machine to a hosted grid' })),
  tools: Type.Array(toolSchema, {
    description: 'Tools that all nodes can run; empty until a node has joined',
  }),
  nodes: Type.Array(nodeSchema),
  resources: Type.Array(nodeSchema),
  _embedded: closed({ nodes: Type.Array(nodeSchema) }),
});

export const gridListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ grids: Type.Array(gridSchema) }),
});

export type GridResource = Static<typeof gridSchema>;
export type GridListResource = Static<typeof gridListSchema>;

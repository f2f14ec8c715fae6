import Type, { type Static } from 'typebox';
import { closed, nullable, timestampSchema } from './common.ts';

export const toolSchema = closed({
  tool: Type.String({ description: 'A value for `run[tool]`' }),
  version: nullable(Type.String({ description: 'Null where it is unknown, or not the same on all nodes' })),
  available: Type.Boolean(),
  missing: Type.Array(Type.String(), {
    description: 'Sentences that say what to install; of an available tool, what its other engine needs',
  }),
  engines: Type.Optional(
    Type.Array(Type.Enum(['spate', 'apache']), { description: 'What can run JMeter plans there' }),
  ),
});

export const nodeSchema = closed({
  ip: Type.String(),
  url: Type.String({ description: "Address of the node's grid; a node itself listens on no port." }),
  private_ip: Type.String(),
  instance_id: Type.String(),
  chef: nullable(Type.String({ description: '`complete` once the node has joined' })),
  port: Type.Integer(),
  started: nullable(timestampSchema),
  state: Type.Enum(['running', 'stopping']),
  health: Type.Enum(['healthy', 'lost', 'stopping', 'ended']),
  index: Type.Integer({ description: 'Place in the grid, from 0' }),
  hostname: Type.String(),
  cores: nullable(Type.Integer()),
  memory_bytes: nullable(Type.Integer()),
  execution_memory_bytes: nullable(Type.Integer({ description: 'What one execution may use' })),
  sandbox: nullable(Type.Enum(['bubblewrap', 'none'])),
  sandbox_notes: Type.Array(Type.String(), {
    description: 'What the sandbox does not keep apart or limit on this node, as sentences',
  }),
  agent_version: nullable(Type.String()),
  cpu: nullable(Type.Number({ description: 'Share of all cores in use, 0 to 1' })),
  memory_used_bytes: nullable(Type.Integer({ description: 'Of the whole machine' })),
  clock_offset_ms: nullable(Type.Number()),
  tools: Type.Array(toolSchema, { description: 'What the node can run' }),
});

export type ToolResource = Static<typeof toolSchema>;
export type NodeResource = Static<typeof nodeSchema>;

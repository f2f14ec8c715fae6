import Type, { type Static } from 'typebox';
import { closed, nullable, timestampSchema } from './common.ts';

export const toolSchema = closed({
  tool: Type.String({ description: 'A value for `run[tool]`' }),
  version: nullable(Type.String({ description: 'Null if unknown, or different between nodes' })),
  available: Type.Boolean(),
  missing: Type.Array(Type.String(), {
    description:
      'What to install, one sentence each; for an available tool, the requirements of its other engine',
  }),
  engines: Type.Optional(
    Type.Array(Type.Enum(['spate', 'apache']), { description: 'Available engines for JMeter plans' }),
  ),
});

export const nodeSchema = closed({
  ip: Type.String(),
  url: Type.String({ description: "URL of the node's grid; nodes do not listen on a port." }),
  private_ip: Type.String(),
  instance_id: Type.String(),
  chef: nullable(Type.String({ description: '`complete` once the node has joined' })),
  port: Type.Integer(),
  started: nullable(timestampSchema),
  state: Type.Enum(['running', 'stopping']),
  health: Type.Enum(['healthy', 'lost', 'stopping', 'ended']),
  index: Type.Integer({ description: 'Index in the grid, from 0' }),
  hostname: Type.String(),
  cores: nullable(Type.Integer()),
  memory_bytes: nullable(Type.Integer()),
  execution_memory_bytes: nullable(Type.Integer({ description: 'Memory limit of one execution' })),
  sandbox: nullable(Type.Enum(['bubblewrap', 'none'])),
  sandbox_notes: Type.Array(Type.String(), {
    description: 'Limitations of the sandbox on this node, one sentence each',
  }),
  agent_version: nullable(Type.String()),
  cpu: nullable(Type.Number({ description: 'Share of all cores in use, 0 to 1' })),
  memory_used_bytes: nullable(Type.Integer({ description: 'Of the whole machine' })),
  clock_offset_ms: nullable(Type.Number()),
  tools: Type.Array(toolSchema, { description: 'Tools that the node can run' }),
});

export type ToolResource = Static<typeof toolSchema>;
export type NodeResource = Static<typeof nodeSchema>;

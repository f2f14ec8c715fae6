/** Properties that every node sets. Their values belong to one run, and most of them to one node. */
export const nodePropertyNames = [
  'threads',
  'rampup',
  'duration',
  'uuid',
  'node_index',
  'grid_index',
  'node_count',
  'thread_id',
] as const;

export type NodePropertyName = (typeof nodePropertyNames)[number];

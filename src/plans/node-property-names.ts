/** What every node tells its plan. The values are those of one run, and most of them those of one node. */
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

/** Columns by which lists of runs are sorted; a leading `-` sorts descending. */
export const runSorts = [
  'created',
  'name',
  'p95',
  'errors',
  'throughput',
  'threads',
  'project',
  'tool',
] as const;

export type RunSort = (typeof runSorts)[number] | `-${(typeof runSorts)[number]}`;

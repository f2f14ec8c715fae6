import type { ExecutionSpec } from '../../domain/execution.ts';

/** What every node tells its plan; `__P` and System.getProperty both find them. */
export function nodeProperties(spec: ExecutionSpec): Map<string, string> {
  const given: [string, number | string | null][] = [
    ['threads', spec.threads],
    ['rampup', spec.rampupS],
    ['duration', spec.durationS],
    ['uuid', spec.runId],
    ['node_index', spec.nodeIndex],
    ['grid_index', spec.gridIndex],
    ['node_count', spec.nodeCount],
    // One process runs all threads of a node.
    ['thread_id', 0],
  ];
  return new Map(given.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
}

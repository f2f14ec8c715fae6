import type { ExecutionSpec } from '../../domain/execution.ts';
import { type NodePropertyName, nodePropertyNames } from '../../plans/node-property-names.ts';

/** Properties of the node for plans, read by `__P` and System.getProperty. */
export function nodeProperties(spec: ExecutionSpec): Map<string, string> {
  const given: Record<NodePropertyName, number | string | null> = {
    threads: spec.threads,
    rampup: spec.rampupS,
    duration: spec.durationS,
    uuid: spec.runId,
    node_index: spec.nodeIndex,
    grid_index: spec.gridIndex,
    node_count: spec.nodeCount,
    // One process runs all threads of a node.
    thread_id: 0,
  };
  return new Map(
    nodePropertyNames.flatMap((name) => (given[name] === null ? [] : [[name, String(given[name])]])),
  );
}

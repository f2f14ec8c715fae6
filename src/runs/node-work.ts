import type { NodeWork } from '../nodes/node-context.ts';
import { desiredOfNode } from './execution-spec.ts';
import { createIngest } from './ingest.ts';
import type { RunContext } from './run-context.ts';

/** Executions that nodes should have, and the store of their frames. */
export function createNodeWork(context: RunContext): NodeWork & { close(): Promise<void> } {
  const { database, log } = context.grids;
  const frames = createIngest({ database, log, onStored: context.meter.framesStored });
  return {
    frames,
    desired: (nodeId, heldIds) => desiredOfNode(database, context, nodeId, heldIds),
    close: () => frames.close(),
  };
}

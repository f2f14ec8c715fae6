import type { WebSocket } from 'ws';
import type { NodeVitals } from '../domain/node.ts';
import type { Log } from '../lib/log.ts';
import { noteGenerators, type ReportedGenerator } from '../store/executions.ts';
import { type NodeRecord, noteVitals } from '../store/nodes.ts';
import { addVitals } from '../store/vitals.ts';
import { createIngest } from './ingest.ts';
import { createNodeLink, type NodeLink } from './node-link.ts';
import type { RunContext } from './run-context.ts';

/** Connections of nodes to this service. A new connection of a node replaces the old one. */
export interface NodeLinks {
  accept(node: NodeRecord, socket: WebSocket): void;
  close(): Promise<void>;
}

const vitalsEveryMs = 1_000;
/** A slower write means that the database was unavailable. */
const slowWriteMs = 3_000;

export async function createNodeLinks(context: RunContext): Promise<NodeLinks> {
  const { database, heartbeats } = context.grids;
  const log: Log = context.grids.log;
  const links = new Map<string, NodeLink>();
  const ingest = createIngest({ database, log });
  const latestVitals = new Map<string, NodeVitals>();
  const generators = new Map<string, ReportedGenerator>();
  let writing: Promise<void> = Promise.resolve();

  const unlisten = await database.listen(
    'spate_nodes',
    (nodeId) => links.get(nodeId)?.refresh(),
    // Notifications are lost while the database is unavailable: refresh all links.
    () => {
      for (const link of links.values()) link.refresh();
    },
  );

  async function writeVitals(batch: { nodeId: string; vitals: NodeVitals }[]): Promise<void> {
    const startedAt = performance.now();
    await noteVitals(database, batch);
    const reports = [...generators.values()];
    generators.clear();
    if (reports.length > 0) await noteGenerators(database, reports);
    await addVitals(database, Math.floor(context.grids.clock.nowMs() / 1000), batch);
    if (performance.now() - startedAt > slowWriteMs) heartbeats.interrupted();
  }

  const timer = setInterval(() => {
    heartbeats.tick();
    if (latestVitals.size === 0) return;
    const batch = [...latestVitals].map(([nodeId, vitals]) => ({ nodeId, vitals }));
    latestVitals.clear();
    writing = writing
      .then(() => writeVitals(batch))
      .catch((error) => {
        heartbeats.interrupted();
        log.warn({ err: error }, 'heartbeats.store.failed');
      });
  }, vitalsEveryMs);

  return {
    accept(node, socket) {
      links.get(node.id)?.close();
      const link = createNodeLink({
        context,
        ingest,
        node,
        socket,
        onVitals: (vitals) => latestVitals.set(node.id, vitals),
        onGenerator: ({ executionId, ...report }) =>
          generators.set(executionId, { executionId, nodeId: node.id, report }),
        onClose: () => {
          if (links.get(node.id) === link) links.delete(node.id);
        },
      });
      links.set(node.id, link);
    },

    async close() {
      clearInterval(timer);
      await unlisten();
      for (const link of links.values()) link.close();
      await writing;
      await ingest.close();
    },
  };
}

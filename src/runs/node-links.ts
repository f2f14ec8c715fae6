import type { WebSocket } from 'ws';
import type { NodeVitals } from '../domain/node.ts';
import type { Log } from '../lib/log.ts';
import { type HeardGenerator, noteGenerators } from '../store/executions.ts';
import { type NodeRecord, noteVitals } from '../store/nodes.ts';
import { addVitals } from '../store/vitals.ts';
import { createIngest } from './ingest.ts';
import { createNodeLink, type NodeLink } from './node-link.ts';
import type { RunContext } from './run-context.ts';

/** The connections of nodes to this service. A node has one; a newer one takes the place of an older. */
export interface NodeLinks {
  accept(node: NodeRecord, socket: WebSocket): void;
  close(): Promise<void>;
}

const vitalsEveryMs = 1_000;
/** The database was away for a while if heartbeats took so long to be written. */
const slowWriteMs = 3_000;

export async function createNodeLinks(context: RunContext): Promise<NodeLinks> {
  const { database, heartbeats } = context.grids;
  const log: Log = context.grids.log;
  const links = new Map<string, NodeLink>();
  const ingest = createIngest({ database, log });
  const heard = new Map<string, NodeVitals>();
  const generators = new Map<string, HeardGenerator>();
  let writing: Promise<void> = Promise.resolve();

  const unlisten = await database.listen(
    'spate_nodes',
    (nodeId) => links.get(nodeId)?.refresh(),
    // Whatever was said while the database was away is lost: look at everything.
    () => {
      for (const link of links.values()) link.refresh();
    },
  );

  async function writeVitals(batch: { nodeId: string; vitals: NodeVitals }[]): Promise<void> {
    const startedAt = performance.now();
    await noteVitals(database, batch);
    const heardGenerators = [...generators.values()];
    generators.clear();
    if (heardGenerators.length > 0) await noteGenerators(database, heardGenerators);
    await addVitals(database, Math.floor(context.grids.clock.nowMs() / 1000), batch);
    if (performance.now() - startedAt > slowWriteMs) heartbeats.interrupted();
  }

  const timer = setInterval(() => {
    heartbeats.tick();
    if (heard.size === 0) return;
    const batch = [...heard].map(([nodeId, vitals]) => ({ nodeId, vitals }));
    heard.clear();
    writing = writing
      .then(() => writeVitals(batch))
      .catch((error) => {
        heartbeats.interrupted();
        log.warn({ err: error }, 'heartbeats could not be written');
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
        onVitals: (vitals) => heard.set(node.id, vitals),
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

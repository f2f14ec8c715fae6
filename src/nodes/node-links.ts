import type { WebSocket } from 'ws';
import { countLink, type NodeRecord } from '../store/nodes.ts';
import type { NodeContext, NodeWork } from './node-context.ts';
import { createNodeLink, type NodeLink } from './node-link.ts';
import { createVitalsWriter } from './vitals-writer.ts';

/** Connections of nodes to this service. A new connection of a node replaces the old one. */
export interface NodeLinks {
  /** Counts a connection of the node, so that earlier ones end. The result takes its socket. */
  open(node: NodeRecord): Promise<(socket: WebSocket) => void>;
  /** Number of connected nodes. */
  readonly count: number;
  /** Closes all connections, so that nodes connect again: behind a balancer, to a service that is ready. */
  reconnect(): void;
  /** Like `reconnect`; later connections are closed too. */
  handOver(): void;
  close(): Promise<void>;
}

export async function createNodeLinks(context: NodeContext, work: NodeWork): Promise<NodeLinks> {
  const links = new Map<string, NodeLink>();
  const unlisten = await context.database.listen(
    'spate_nodes',
    (nodeId) => links.get(nodeId)?.refresh(),
    // Notifications are lost while the database is unavailable: refresh all links.
    () => {
      for (const link of links.values()) link.refresh();
    },
  );
  const vitals = createVitalsWriter(context);
  let isHandedOver = false;
  const reconnect = () => {
    for (const link of links.values()) link.close();
  };

  return {
    async open(node) {
      const number = await countLink(context.database, node.id);
      return (socket) => {
        links.get(node.id)?.close();
        const onClose = () => {
          if (links.get(node.id) === link) links.delete(node.id);
        };
        const link = createNodeLink({ context, work, vitals, node, number, socket, onClose });
        links.set(node.id, link);
        if (isHandedOver) link.close();
      };
    },

    get count() {
      return links.size;
    },

    reconnect,

    handOver() {
      isHandedOver = true;
      reconnect();
    },

    async close() {
      await unlisten();
      reconnect();
      await vitals.close();
    },
  };
}

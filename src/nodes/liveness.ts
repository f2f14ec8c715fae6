import type { NodeRecord } from '../store/nodes.ts';
import type { Heartbeats } from './heartbeats.ts';

export interface LivenessContext {
  heartbeats: Heartbeats;
  limits: {
    /** A node without a heartbeat for this long is lost. */
    nodeLostS: number;
  };
}

type Seen = Pick<NodeRecord, 'lastSeenAt'>;

/** Nodes send heartbeats every 2 s. */
const recentHeartbeatMs = 6_000;

/** Whether any service instance received a heartbeat of the node within the last seconds. */
export function hasRecentHeartbeat(node: Seen, nowMs: number): boolean {
  return sinceHeartbeatMs(node, nowMs) < recentHeartbeatMs;
}

/** Whether the node has sent no heartbeat for `nodeLostS`. */
export function isSilent({ heartbeats, limits }: LivenessContext, node: Seen, nowMs: number): boolean {
  const silentMs = Math.min(sinceHeartbeatMs(node, nowMs), heartbeats.uninterruptedMs());
  return silentMs > limits.nodeLostS * 1000;
}

function sinceHeartbeatMs({ lastSeenAt }: Seen, nowMs: number): number {
  return nowMs - (lastSeenAt?.getTime() ?? 0);
}

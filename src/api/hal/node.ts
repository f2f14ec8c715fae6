import type { NodeResource, ToolResource } from '../../contract/resources/node.ts';
import type { Node } from '../../domain/node.ts';
import { toolsOnNode } from '../../domain/node-tools.ts';
import type { ToolAvailability } from '../../domain/tool.ts';
import { type Addresses, timestampOrNull } from './links.ts';

/**
 * A node resource. In a finished run no node is `running`: scripts search for that word in the whole run to detect its
 * end.
 */
export function nodeResource(node: Node, addresses: Addresses, isRunFinished: boolean): NodeResource {
  const { info, vitals } = node;
  return {
    ip: info?.ip ?? '',
    url: `${addresses.origin}/grids/${node.gridId}`,
    private_ip: info?.privateIp ?? '',
    instance_id: node.id,
    chef: node.joinedAt === null ? null : 'complete',
    port: 0,
    started: timestampOrNull(node.joinedAt),
    state: isRunFinished || node.state === 'stopping' || node.state === 'ended' ? 'stopping' : 'running',
    health: healthOf(node),
    index: node.index,
    hostname: info?.hostname ?? '',
    cores: info?.cores ?? null,
    memory_bytes: info?.memoryBytes ?? null,
    execution_memory_bytes: info?.executionMemoryBytes ?? null,
    sandbox: info?.sandbox ?? null,
    sandbox_notes: info?.sandboxNotes ?? [],
    agent_version: info?.agentVersion ?? null,
    cpu: vitals?.cpu ?? null,
    memory_used_bytes: vitals?.memoryUsedBytes ?? null,
    clock_offset_ms: vitals?.clockOffsetMs ?? null,
    tools: info ? toolsOnNode(info).map(toolResource) : [],
  };
}

export function toolResource(found: ToolAvailability): ToolResource {
  const { tool, version, isAvailable, missing, engines } = found;
  return { tool, version, available: isAvailable, missing, ...(engines && { engines }) };
}

function healthOf(node: Node): NodeResource['health'] {
  switch (node.state) {
    case 'lost':
    case 'stopping':
    case 'ended':
      return node.state;
    case 'joining':
    case 'running':
      return 'healthy';
  }
}

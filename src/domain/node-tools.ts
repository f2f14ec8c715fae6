import type { Node, NodeInfo } from './node.ts';
import { type ToolAvailability, type ToolName, toolNames } from './tool.ts';

/** Availability of a tool on a node. An agent that does not report the tool is older than the tool. */
export function toolOnNode(info: NodeInfo, tool: ToolName): ToolAvailability {
  const told = info.tools.find((candidate) => candidate.tool === tool);
  if (told) return told;
  const why = `Its agent (version ${info.agentVersion}) does not support this tool. Update the agent to the version of the service and restart it.`;
  return { tool, isAvailable: false, version: null, missing: [why] };
}

export function toolsOnNode(info: NodeInfo): ToolAvailability[] {
  return toolNames.map((tool) => toolOnNode(info, tool));
}

/** Tools of a grid: available if all nodes have them. Empty before the first node reports. */
export function toolsOfGrid(nodes: readonly Node[]): ToolAvailability[] {
  const told = nodes.flatMap((node) =>
    node.info && node.state !== 'ended' ? [{ node, tools: toolsOnNode(node.info) }] : [],
  );
  if (told.length === 0) return [];
  return toolNames.map((tool, index) => {
    const each = told.flatMap(({ node, tools }) => {
      const found = tools[index];
      return found ? [{ node, found }] : [];
    });
    const versions = new Set(each.map(({ found }) => found.version));
    const [version] = versions;
    const limited = each.flatMap(({ found }) => (found.engines ? [found.engines] : []));
    const [engines] = limited;
    return {
      tool,
      isAvailable: each.every(({ found }) => found.isAvailable),
      version: versions.size === 1 ? (version ?? null) : null,
      missing: each.flatMap(({ node, found }) =>
        found.missing.map((sentence) => (told.length === 1 ? sentence : `Node ${node.index}: ${sentence}`)),
      ),
      ...(engines && {
        engines: engines.filter((engine) => limited.every((others) => others.includes(engine))),
      }),
    };
  });
}

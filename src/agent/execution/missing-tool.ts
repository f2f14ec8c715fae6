import { AppError } from '../../domain/errors.ts';
import type { ToolName } from '../../domain/tool.ts';
import type { Tool } from '../../tools/tool.ts';

/** Placeholder for a tool that this agent lacks: every execution fails in `prepare` with this message. */
export function missingTool(name: ToolName): Tool {
  const sentence = `The agent on this node does not support the tool ${name}. Update the agent.`;
  const refuse = async () => {
    throw new AppError('tool_unavailable', sentence);
  };
  return {
    name,
    probe: async () => ({ tool: name, isAvailable: false, version: null, missing: [sentence] }),
    provision: refuse,
    launch: refuse,
    release: refuse,
    read: async (_execution, offset) => ({ samples: [], offset: offset ?? '' }),
    control: async () => {},
    isRunning: async () => false,
    stop: async () => {},
    conclude: async () => ({ exitCode: null, signal: null, errors: [sentence], samplesProduced: 0 }),
    logTail: async () => [],
    archiveFiles: async () => [],
  };
}

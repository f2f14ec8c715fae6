import { availableParallelism, hostname, networkInterfaces } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { NodeInfo } from '../domain/node.ts';
import type { ToolAvailability } from '../domain/tool.ts';
import { machineMemoryBytes } from '../lib/machine-memory.ts';
import type { Sandbox } from '../tools/sandbox/sandbox.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';

export interface NodeInfoOptions {
  tools: readonly Tool[];
  context: ToolContext;
  version: string;
  /** Undefined: the host name. */
  name?: string | undefined;
  memoryBytesPerExecution: number;
  /** Undefined: no sandbox. */
  sandbox: Pick<Sandbox, 'kind' | 'notes'> | undefined;
}

export async function describeNode(options: NodeInfoOptions): Promise<NodeInfo> {
  const address = firstAddress();
  return {
    hostname: options.name ?? hostname(),
    ip: address,
    privateIp: address,
    agentVersion: options.version,
    cores: availableParallelism(),
    memoryBytes: machineMemoryBytes(),
    executionMemoryBytes: options.memoryBytesPerExecution,
    ...aboutSandbox(options),
    tools: await Promise.all(options.tools.map((tool) => probe(tool, options.context))),
  };
}

/** Probes tools with missing parts again; returns the same object when nothing has changed. */
export async function probeAgain(info: NodeInfo, options: NodeInfoOptions): Promise<NodeInfo> {
  const missing = info.tools.filter(isLacking).map((each) => each.tool);
  const toProbe = options.tools.filter((tool) => missing.includes(tool.name));
  const found = await Promise.all(toProbe.map((tool) => probe(tool, options.context)));
  const tools = info.tools.map((old) => found.find((each) => each.tool === old.tool) ?? old);
  const now = { ...info, ...aboutSandbox(options), tools };
  return isDeepStrictEqual(now, info) ? info : now;
}

function aboutSandbox({ sandbox }: NodeInfoOptions): Pick<NodeInfo, 'sandbox' | 'sandboxNotes'> {
  return { sandbox: sandbox?.kind ?? 'none', sandboxNotes: [...(sandbox?.notes ?? [])] };
}

/** Includes tools that are available in part, such as one of two engines. */
const isLacking = ({ isAvailable, missing }: ToolAvailability) => !isAvailable || missing.length > 0;

async function probe(tool: Tool, context: ToolContext): Promise<ToolAvailability> {
  try {
    return await tool.probe(context);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { tool: tool.name, isAvailable: false, version: null, missing: [`The probe failed: ${why}`] };
  }
}

/** The first non-loopback address, preferably IPv4. */
function firstAddress(): string {
  const all = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter((each) => !each.internal);
  return (all.find((each) => each.family === 'IPv4') ?? all[0])?.address ?? '127.0.0.1';
}

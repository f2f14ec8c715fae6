import { basename } from 'node:path';
import { type AgentOptions, runAgentWith } from './agent/agent.ts';
import { detectSandbox } from './tools/sandbox/detect.ts';
import { runnableTools, toolFor } from './tools/tools.ts';
import { isArchiveName, unpackArchive } from './tools/unpack.ts';

/** Builds a node and runs it; answers the exit code of its process. */
export async function runAgent(options: AgentOptions): Promise<number> {
  const tools = runnableTools.map(toolFor);
  const sandbox = await detectSandbox();
  return runAgentWith({ tools, unpack, sandbox: sandbox.kind }, options);
}

async function unpack(path: string, folder: string): Promise<boolean> {
  const name = basename(path);
  if (!isArchiveName(name)) return false;
  await unpackArchive(path, name, folder);
  return true;
}

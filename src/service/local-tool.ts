import type { Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import type { RunContext } from '../runs/run-context.ts';
import { detectSandbox } from '../tools/sandbox/detect.ts';
import type { Sandbox } from '../tools/sandbox/sandbox.ts';
import { probeTool } from '../tools/tools.ts';

/** For a service without local nodes: those of another service report their tools when they have joined. */
export const assumedTool: RunContext['localTool'] = async (tool) => ({
  tool,
  isAvailable: true,
  version: null,
  missing: [],
});

const probeLimitMs = 10_000;

/** Availability of a tool on this machine, for runs whose nodes have not joined yet. */
export function localToolOf(config: Config, egress: string, log: Log): RunContext['localTool'] {
  const { cacheDir } = config;
  let sandbox: Promise<Sandbox> | undefined;
  return async (tool) => {
    sandbox ??= detectSandbox({ mode: config.sandbox ? 'required' : 'off', egress });
    const signal = AbortSignal.timeout(probeLimitMs);
    return probeTool(tool, { cacheDir, log, signal, sandbox: await sandbox });
  };
}

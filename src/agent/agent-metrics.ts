import { Counter, Gauge, type Registry } from 'prom-client';
import type { Log } from '../lib/log.ts';
import type { ExecutionStatus } from '../protocol/messages.ts';
import { createMetricsPage } from '../telemetry/metrics-page.ts';
import { serveMetrics } from '../telemetry/metrics-server.ts';
import { createRegistry } from '../telemetry/registry.ts';
import type { AgentFigures } from './agent-figures.ts';

export interface AgentMetricsOptions {
  /** Host and port. */
  listen: string;
  /** The agent's own folder. */
  folder: string;
  version: string;
  /** Undefined before the node has joined. */
  figures(): AgentFigures | undefined;
  log: Log;
}

const executionStates: readonly ExecutionStatus['state'][] = [
  'preparing',
  'ready',
  'running',
  'ended',
  'delivered',
];
const none: AgentFigures = {
  isConnected: false,
  framesSent: 0,
  spoolBytes: 0,
  framesWaiting: 0,
  executions: new Map(),
};

/** Serves the metrics of an agent. Throws AppError if the address cannot be used. */
export async function serveAgentMetrics(options: AgentMetricsOptions): Promise<{ close(): Promise<void> }> {
  const { listen, folder, version, figures, log } = options;
  const { registry, close } = createRegistry({ program: 'agent', version, folder });
  const show = agentGauges(registry);
  const page = createMetricsPage(registry, () => show(figures() ?? none));
  try {
    const server = await serveMetrics(listen, page, log);
    return {
      async close() {
        close();
        await server.close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

function agentGauges(registry: Registry): (figures: AgentFigures) => void {
  const registers = [registry];
  const connected = new Gauge({
    name: 'spate_agent_connected',
    help: 'Whether the agent is connected to the service: 1 or 0.',
    registers,
  });
  const executions = new Gauge({
    name: 'spate_agent_executions',
    help: 'Executions on the node by state.',
    labelNames: ['state'],
    registers,
  });
  const spool = new Gauge({
    name: 'spate_agent_spool_bytes',
    help: 'Spools of all executions, in bytes. A spool is kept until its run is finished.',
    registers,
  });
  const spools = new Gauge({
    name: 'spate_agent_spool_files',
    help: 'Number of spools: one for each execution.',
    registers,
  });
  const waiting = new Gauge({
    name: 'spate_agent_frames_waiting',
    help: 'Spooled frames that the service has not acknowledged.',
    registers,
  });
  const sent = new Counter({
    name: 'spate_agent_frames_sent_total',
    help: 'Frames sent to the service, including repeated ones.',
    registers,
  });
  return (figures) => {
    connected.set(figures.isConnected ? 1 : 0);
    for (const state of executionStates) executions.set({ state }, figures.executions.get(state) ?? 0);
    spool.set(figures.spoolBytes);
    spools.set([...figures.executions.values()].reduce((sum, count) => sum + count, 0));
    waiting.set(figures.framesWaiting);
    sent.reset();
    sent.inc(figures.framesSent);
  };
}

import { joinTokenIn } from '../../src/contract/join-command.ts';
import { createHostedGrid } from '../../test/support/hosted-grid.ts';
import { plan } from '../../test/support/plan.ts';
import type { ServiceApi } from '../../test/support/service.ts';
import { until } from '../../test/support/until.ts';
import { SimulatedNode, simulatedInfo } from './simulated-node.ts';

export interface SimulatedRun {
  runId: string;
  nodes: SimulatedNode[];
  /** Stops the run gracefully, and its grid. */
  end(): Promise<void>;
}

/**
 * A run on a hosted grid whose nodes are simulated; resolves when all of them are running. They connect to the service, or
 * to these services in turn.
 */
export async function startSimulatedRun(
  service: ServiceApi & { url: string },
  nodeCount: number,
  urls: readonly string[] = [service.url],
): Promise<SimulatedRun> {
  const grid = await createHostedGrid(service, nodeCount);
  const { secret } = JSON.parse(Buffer.from(joinTokenIn(grid.join_command), 'base64url').toString());
  const nodes: SimulatedNode[] = [];
  for (let index = 0; index < nodeCount; index++) {
    const { nodeId, credential } = await service.json('/agent/join', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, gridId: grid.uuid, info: simulatedInfo }),
    });
    nodes.push(new SimulatedNode(urls[index % urls.length] ?? service.url, nodeId, credential));
  }
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[grids][][uuid]', grid.uuid);
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const { uuid: runId } = await service.json('/runs', { method: 'POST', body: form });
  await until('all nodes run', () => nodes.every((node) => node.isRunning), 300_000);

  return {
    runId,
    nodes,
    async end() {
      for (const node of nodes) node.end();
      await until(
        'the run is finished',
        async () => (await service.json(`/runs/${runId}`)).status === 'finished',
        600_000,
      );
      await service.fetch(`/grids/${grid.uuid}`, { method: 'DELETE' });
      for (const node of nodes) node.close();
    },
  };
}

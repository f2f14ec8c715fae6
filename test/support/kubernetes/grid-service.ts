import type { TestContext } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../../src/lib/demo-target.ts';
import { afterwards } from '../afterwards.ts';
import { type PlanOptions, plan } from '../plan.ts';
import { type Counts, countEverywhere, createRun } from '../run.ts';
import { type Json, startService, type TestService } from '../service.ts';
import type { Cluster } from './cluster.ts';
import { nodeImage, startGridCluster } from './grid-cluster.ts';
import { machineAddress } from './isolated-machine.ts';

const servicePort = 8443;
const targetPort = 8080;
const publicUrl = `https://${machineAddress}:${servicePort}`;

export interface GridService {
  cluster: Cluster;
  service: TestService;
  target: Target;
}

/** Two small pods in the cluster, without `stop_after`. */
export const podGrid: [string, string][] = [
  ['infrastructure', 'demand'],
  ['region', 'eu-west-1'],
  ['instance_quantity', '2'],
  ['instance_type', 'cpu=100m,memory=1Gi'],
];

/** A service whose demand grids are in a cluster, and a target that its pods reach. */
export async function startGridService(t: TestContext): Promise<GridService> {
  const { cluster, kubeconfig } = await startGridCluster(t, 'nodes');
  const target = await startTarget(steadyPages);
  afterwards(t, () => target.stop());
  await cluster.machine.expose(t, target.port, targetPort);
  const service = await startService(
    {
      KUBECONFIG: kubeconfig,
      SPATE_DEMAND: 'eu-west-1=kubernetes:test',
      SPATE_KUBERNETES_IMAGE: nodeImage,
      SPATE_KUBERNETES_REGION_LABEL: 'off',
      SPATE_PUBLIC_URL: publicUrl,
    },
    { postgres: 'own' },
  );
  afterwards(t, () => service.close());
  await cluster.machine.expose(t, Number(new URL(service.url).port), servicePort);
  return { cluster, service, target };
}

/** Links in the API have the address for pods, which is not reachable from here. */
export function countOnPods(service: TestService, run: Json): Promise<Counts> {
  const archives = run._embedded.archives.map(({ href, ...rest }: Json) => ({
    ...rest,
    href: href.replace(publicUrl, service.url),
  }));
  return countEverywhere(service, { ...run, _embedded: { ...run._embedded, archives } });
}

/** Starts a run with a plan against the target on a new grid. */
export function runOnPods(
  service: TestService,
  options: Partial<PlanOptions>,
  engine: string,
  planOf: (options: PlanOptions) => string = plan,
): Promise<Json> {
  const text = planOf({ port: targetPort, ...options }).replaceAll('127.0.0.1', machineAddress);
  return createRun(service, {
    fields: { 'run[engine]': engine },
    grids: [...podGrid, ['stop_after', '15']],
    files: { 'plan.jmx': text },
  });
}

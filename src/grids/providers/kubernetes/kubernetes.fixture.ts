import { after, before, type TestContext } from 'node:test';
import { afterwards } from '../../../../test/support/afterwards.ts';
import { type Cluster, pauseImage } from '../../../../test/support/kubernetes/cluster.ts';
import { startGridCluster } from '../../../../test/support/kubernetes/grid-cluster.ts';
import { needs } from '../../../../test/support/needs.ts';
import { silentLog } from '../../../lib/log.ts';
import type { Machines } from '../../provider.ts';
import { machinesOfNewGrid } from '../provider.conformance.ts';
import {
  createKubernetesProvider,
  type KubernetesProvider,
  type KubernetesProviderOptions,
} from './kubernetes-provider.ts';
import { gridLabel, indexLabel, type NodePodOptions } from './node-job.ts';

export const skip = needs('buildah', 'go', 'iproute', 'iptables', 'libseccomp', 'mmdebstrap', 'pkgConfig');

/** Pods of an idle program, for any size and region. */
export const idlePods: NodePodOptions = {
  image: pauseImage,
  regionLabel: null,
  isSpread: false,
  serviceAccount: 'default',
  isSandboxed: false,
};

/** A cluster for all tests of a file; `KUBECONFIG` names it. */
export function withCluster(pods: 'none' | 'pause'): () => Cluster {
  const undoing: (() => unknown)[] = [];
  const wholeFile = { after: (undo: () => unknown) => undoing.push(undo) } as unknown as TestContext;
  let cluster: Cluster | undefined;
  before(
    async () => {
      if (skip) return;
      const started = await startGridCluster(wholeFile, pods);
      cluster = started.cluster;
      process.env.KUBECONFIG = started.kubeconfig;
    },
    { timeout: 60 * 60_000 },
  );
  after(async () => {
    for (const undo of undoing) await undo();
  });
  return () => {
    if (!cluster) throw new Error('The cluster has not started.');
    return cluster;
  };
}

export function openProvider(
  t: TestContext,
  change: Partial<KubernetesProviderOptions> = {},
): KubernetesProvider {
  const provider = createKubernetesProvider({
    pods: idlePods,
    onChange: () => {},
    log: silentLog,
    ...change,
  });
  afterwards(t, () => provider.close());
  return provider;
}

/** Three small pods. */
export function machinesOf(change: Partial<Machines['grid']> = {}): Machines {
  const { grid, ...rest } = machinesOfNewGrid();
  return { ...rest, grid: { ...grid, target: 'test', instanceType: 'cpu=10m,memory=16Mi', ...change } };
}

export interface Pod {
  metadata: { name: string; labels: Record<string, string>; deletionTimestamp?: string };
  status: { phase: string };
}

/** One line for all pods: only the last lines of a command are kept. */
export async function podsOf(cluster: Cluster, { grid }: Machines): Promise<Pod[]> {
  const path = `/api/v1/namespaces/default/pods?labelSelector=${encodeURIComponent(`${gridLabel}=${grid.id}`)}`;
  return JSON.parse(await cluster.kubectl('get', '--raw', path)).items;
}

export function indexOf({ metadata }: Pod): number {
  return Number(metadata.labels[indexLabel]);
}

export function isRunning({ metadata, status }: Pod): boolean {
  return status.phase === 'Running' && metadata.deletionTimestamp === undefined;
}

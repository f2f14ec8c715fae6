import { createHash } from 'node:crypto';
import type { V1Job, V1PodSpec, V1Secret } from '@kubernetes/client-node';
import type { Grid } from '../../../domain/grid.ts';
import { shortGridName } from '../../grid-name.ts';
import { type NodeSize, nodeSizeOf } from './node-size.ts';

/** Options of the operator for the pods of all grids. */
export interface NodePodOptions {
  image: string;
  /** Label of machines whose value is the region of a grid; null: pods run on any machine. */
  regionLabel: string | null;
  /** At most one node on a machine. */
  isSpread: boolean;
  /** Service account of the pods, for the secrets of image registries. Its token is not mounted. */
  serviceAccount: string;
  /** Whether uploaded code runs in bubblewrap. */
  isSandboxed: boolean;
}

/** Label of all objects of a grid; the value is the id of the grid. */
export const gridLabel = 'spate/grid';
/** Set by Kubernetes on the pods of an Indexed Job. */
export const indexLabel = 'batch.kubernetes.io/job-completion-index';

const componentLabels = { 'app.kubernetes.io/name': 'spate', 'app.kubernetes.io/component': 'grid-node' };

/** Time for nodes to stop runs and deliver results after the end of the grid. */
const deliveryS = 300;
/** The agent stops its executions and delivers their results before the pod is killed. */
const drainS = 40;
const terminationS = drainS + 5;
/** Kubernetes deletes a finished Job after this time, if the service has not. */
const keepFinishedS = 600;
const user = 10_001;
const tokenFile = 'join-token';

/** Name of the Job and of its Secret. Ids of grids are case-sensitive, names in Kubernetes are in lower case. */
export function jobNameOf({ id, name }: Pick<Grid, 'id' | 'name'>): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return `spate-${shortGridName(name)}-${digest}`;
}

/** Seconds from the start of the Job after which Kubernetes ends the pods, also without the service. */
export function deadlineOf({ createdAt, endsAt }: Pick<Grid, 'createdAt' | 'endsAt'>): number | undefined {
  if (endsAt === null) return undefined;
  return Math.ceil((endsAt.getTime() - createdAt.getTime()) / 1000) + deliveryS;
}

export function joinSecretOf(grid: Grid, joinToken: string): V1Secret {
  return {
    metadata: { name: jobNameOf(grid), labels: labelsOf(grid) },
    stringData: { [tokenFile]: joinToken },
  };
}

/** One pod for each node. Pods that fail are replaced. */
export function nodeJobOf(grid: Grid, options: NodePodOptions): V1Job {
  const size = nodeSizeOf(grid.instanceType);
  if (!size) throw new Error(`Instance type ${grid.instanceType} has no size on Kubernetes.`);
  const deadlineS = deadlineOf(grid);
  return {
    metadata: {
      name: jobNameOf(grid),
      labels: labelsOf(grid),
      annotations: { 'spate/grid-name': grid.name },
    },
    spec: {
      completionMode: 'Indexed',
      parallelism: grid.instanceQuantity,
      completions: grid.instanceQuantity,
      // The deadline limits restarts, not their number.
      backoffLimit: 2 ** 31 - 1,
      ttlSecondsAfterFinished: keepFinishedS,
      ...(deadlineS !== undefined && { activeDeadlineSeconds: deadlineS }),
      template: {
        metadata: { labels: labelsOf(grid) },
        spec: podSpecOf(grid, size, options),
      },
    },
  };
}

function labelsOf({ id }: Grid): Record<string, string> {
  return { ...componentLabels, [gridLabel]: id };
}

function podSpecOf(grid: Grid, size: NodeSize, options: NodePodOptions): V1PodSpec {
  const { image, isSandboxed, regionLabel, serviceAccount } = options;
  const folders = { data: '/var/lib/spate', cache: '/var/cache/spate', tmp: '/tmp' };
  return {
    // A restarted container finds the folder of its node again.
    restartPolicy: 'OnFailure',
    serviceAccountName: serviceAccount,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: terminationS,
    // Bubblewrap creates namespaces and mounts its own /proc. Kubernetes allows an unmasked /proc only in a user
    // namespace.
    ...(isSandboxed && { hostUsers: false }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      seccompProfile: { type: isSandboxed ? 'Unconfined' : 'RuntimeDefault' },
      ...(isSandboxed && { appArmorProfile: { type: 'Unconfined' } }),
    },
    ...(regionLabel !== null && { nodeSelector: { [regionLabel]: grid.region } }),
    ...(options.isSpread && { affinity: oneNodePerMachine }),
    containers: [
      {
        name: 'node',
        image,
        args: [
          'agent',
          `--join=@/run/secrets/${tokenFile}`,
          `--dir=${folders.data}/node`,
          // Kubernetes sets this variable.
          '--index=$(JOB_COMPLETION_INDEX)',
          '--name=$(POD_NAME)',
          `--drain-s=${drainS}`,
        ],
        env: [
          { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          ...(isSandboxed ? [] : [{ name: 'SPATE_SANDBOX', value: 'off' }]),
        ],
        resources: { requests: { ...size }, limits: { memory: size.memory } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
          ...(isSandboxed && { procMount: 'Unmasked' }),
        },
        volumeMounts: [
          ...Object.entries(folders).map(([name, mountPath]) => ({ name, mountPath })),
          { name: tokenFile, mountPath: '/run/secrets', readOnly: true },
        ],
      },
    ],
    volumes: [
      ...Object.keys(folders).map((name) => ({ name, emptyDir: {} })),
      { name: tokenFile, secret: { secretName: jobNameOf(grid) } },
    ],
  };
}

/** Among all grids. */
const oneNodePerMachine = {
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { labelSelector: { matchLabels: componentLabels }, topologyKey: 'kubernetes.io/hostname' },
    ],
  },
};

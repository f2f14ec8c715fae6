import { AppError } from '../../../domain/errors.ts';
import type { Grid } from '../../../domain/grid.ts';
import type { Log } from '../../../lib/log.ts';
import type { Incident, Machines, Observation, Provider } from '../../provider.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { deadlineOf, jobNameOf, joinSecretOf, type NodePodOptions, nodeJobOf } from './node-job.ts';
import { knownInstanceTypes, nodeSizeOf } from './node-size.ts';
import type { PodReport } from './pod-report.ts';
import { PodWatch } from './pod-watch.ts';

export interface KubernetesProviderOptions {
  /** Undefined if the operator has not set an image: no grid can start then. */
  pods: NodePodOptions | undefined;
  /** Called when machines of a grid start, end or fail. */
  onChange: (gridId: string) => void;
  log: Log;
}

export interface KubernetesProvider extends Provider {
  /** Opens a context and starts to watch its pods. Throws if there is no such context. */
  connect(context: string): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  cluster: Cluster;
  watch: PodWatch;
}

/** What this process has created or changed for a grid. */
interface Created {
  joinToken: string;
  deadlineS: number | undefined;
  /** Time at which it was first complete. */
  atMs: number;
  checkedAtMs: number;
}

/** Pods of a new Job appear within this time; otherwise the events of the Job say why not. */
const podsAppearMs = 5_000;
/** Interval of checking a Job without pods. */
const checkAgainMs = 10_000;

/** Nodes as pods: one Indexed Job for each grid, in the namespace of a context. */
export function createKubernetesProvider(options: KubernetesProviderOptions): KubernetesProvider {
  const connections = new Map<string, Promise<Connection>>();
  const created = new Map<string, Created>();

  function connectionTo(context: string): Promise<Connection> {
    const known = connections.get(context);
    if (known) return known;
    const opening = openCluster(context).then((cluster) => ({
      cluster,
      watch: new PodWatch({ cluster, onChange: options.onChange, log: options.log }),
    }));
    connections.set(context, opening);
    // The kubeconfig may be changed.
    opening.catch(() => connections.delete(context));
    return opening;
  }

  const connectionOf = ({ target, name }: Grid) => {
    if (target === null) throw new Error(`Grid ${name} has no Kubernetes context.`);
    return connectionTo(target);
  };

  async function observe(machines: Machines): Promise<Observation> {
    const { watch } = await connectionOf(machines.grid);
    return observationOf(machines, watch, await watch.podsOf(machines.grid.id));
  }

  /** Creates what is missing. Calls that find it complete make no request. */
  async function create(cluster: Cluster, { grid, joinToken }: Machines, hasPods: boolean): Promise<void> {
    if (!options.pods)
      throw new Error(
        'Nodes on Kubernetes require an image. Set SPATE_KUBERNETES_IMAGE, then start the service again.',
      );
    const deadlineS = deadlineOf(grid);
    const known = created.get(grid.id);
    const nowMs = performance.now();
    const isCurrent = known?.joinToken === joinToken && known.deadlineS === deadlineS;
    if (known && isCurrent && (hasPods || nowMs - known.checkedAtMs < checkAgainMs)) return;
    const name = jobNameOf(grid);
    const secret = joinSecretOf(grid, joinToken);
    // Before the Job: pods wait for the Secret, with growing delays.
    if (!(await cluster.createSecret(secret)))
      await cluster.patchSecret(name, { stringData: secret.stringData ?? {} });
    const fresh = await cluster.createJob(nodeJobOf(grid, options.pods));
    const job = fresh ?? (await cluster.readJob(name));
    if (!job) return;
    if (deadlineS !== undefined && job.spec?.activeDeadlineSeconds !== deadlineS)
      await cluster.patchJob(name, { spec: { activeDeadlineSeconds: deadlineS } } as typeof job);
    // Kubernetes deletes the Secret with the Job.
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name, uid: job.metadata?.uid ?? '' };
    await cluster.patchSecret(name, { metadata: { ownerReferences: [owner] } });
    created.set(grid.id, { joinToken, deadlineS, atMs: known?.atMs ?? nowMs, checkedAtMs: nowMs });
  }

  /** Why Kubernetes creates no pods for the Job, such as a quota or a policy of the namespace. */
  async function missingPods(cluster: Cluster, grid: Grid, pods: readonly PodReport[]): Promise<string[]> {
    const { atMs } = created.get(grid.id) ?? {};
    if (pods.length >= grid.instanceQuantity || atMs === undefined) return [];
    if (performance.now() - atMs < podsAppearMs) return [];
    const last = (await cluster.jobEvents(jobNameOf(grid))).findLast(({ type }) => type === 'Warning');
    return last ? [`Kubernetes does not create pods: ${last.reason}: ${last.message}`] : [];
  }

  return {
    name: 'kubernetes',
    capacity: undefined,

    async connect(context) {
      await connectionTo(context);
    },

    async check({ spec, prefix }) {
      if (nodeSizeOf(spec.instanceType)) return;
      const field = `${prefix}[instance_type]`;
      const message = `${field} ${spec.instanceType} is not known on Kubernetes. Use ${knownInstanceTypes}.`;
      throw new AppError('invalid', message, [{ code: 'invalid', message, field }]);
    },

    observe,

    async ensure(machines) {
      const { grid } = machines;
      const { cluster, watch } = await connectionOf(grid);
      const pods = await watch.podsOf(grid.id);
      // While the API server is down, running nodes do not need it.
      if (watch.failure === undefined || pods.length === 0) await create(cluster, machines, pods.length > 0);
      const observation = observationOf(machines, watch, await watch.podsOf(grid.id));
      if (watch.failure !== undefined) return observation;
      const missing = await missingPods(cluster, grid, pods);
      return { ...observation, problems: [...observation.problems, ...missing] };
    },

    // Agents are stopped only to restart them on the same machine.
    pause: async () => {},

    async end(machines) {
      const { grid, slots } = machines;
      const { cluster, watch } = await connectionOf(grid);
      const ending = new Set(slots.map(({ index }) => index));
      const present = (await watch.podsOf(grid.id)).filter(({ isPresent }) => isPresent);
      const [own = [], others = []] = [true, false].map((isOwn) =>
        present.filter(({ index }) => ending.has(index) === isOwn),
      );
      created.delete(grid.id);
      if (others.length === 0) await endAll(cluster, grid, own);
      else if (own.length > 0) {
        // Otherwise the Job would replace the pods.
        await cluster.deleteJob(jobNameOf(grid), { pods: 'keep' });
        await deletePods(cluster, own);
      }
      return observe(machines);
    },

    async forget(grid) {
      const { cluster, watch } = await connectionOf(grid);
      await endAll(cluster, grid, await watch.podsOf(grid.id));
      await cluster.deleteSecret(jobNameOf(grid));
      created.delete(grid.id);
    },

    async close() {
      for (const opening of connections.values()) await (await opening.catch(() => undefined))?.watch.close();
      connections.clear();
    },
  };
}

/** With a Job, Kubernetes deletes its pods. */
async function endAll(cluster: Cluster, grid: Grid, pods: readonly PodReport[]): Promise<void> {
  if (!(await cluster.deleteJob(jobNameOf(grid), { pods: 'delete' }))) await deletePods(cluster, pods);
}

async function deletePods(cluster: Cluster, pods: readonly PodReport[]): Promise<void> {
  for (const { name, isEnding } of pods) if (!isEnding) await cluster.deletePod(name);
}

function observationOf({ slots }: Machines, watch: PodWatch, all: readonly PodReport[]): Observation {
  const indexes = new Set(slots.map(({ index }) => index));
  const responding = new Set(slots.flatMap((slot) => (slot.hasRecentHeartbeat ? [slot.index] : [])));
  // After an outage of the API server, machines whose nodes respond may not have reported to Kubernetes.
  const pods = all.map((pod) =>
    pod.isUnreported && responding.has(pod.index)
      ? { ...pod, problem: undefined, isInterrupted: false }
      : pod,
  );
  const ofSlots = pods.filter(({ index }) => indexes.has(index));
  const problems = ofSlots.flatMap(({ problem }) => problem ?? []);
  return {
    present: new Set(ofSlots.filter(({ isPresent }) => isPresent).map(({ index }) => index)),
    problems: [...(watch.failure === undefined ? [] : [watch.failure]), ...problems],
    incidents: slots.flatMap(({ index, machine }): Incident[] => {
      if (machine === null) return [];
      const pod = pods.find(({ name }) => name === machine);
      if (!pod) {
        const sentence = watch.lastProblemOf(machine) ?? `Pod ${machine} no longer exists.`;
        return [{ index, sentence, isGone: true, at: undefined }];
      }
      const { isInterrupted, problem, interruptedAt: at, isPresent } = pod;
      return isInterrupted && problem !== undefined
        ? [{ index, sentence: problem, isGone: !isPresent, at }]
        : [];
    }),
  };
}

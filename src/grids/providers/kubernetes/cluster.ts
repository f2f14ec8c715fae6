import type { CoreV1Event, KubeConfig, V1Job, V1Pod, V1Secret } from '@kubernetes/client-node';

/** The part of the Kubernetes API that grids use, in the namespace of one context. */
export interface Cluster {
  readonly context: string;
  readonly namespace: string;
  /** False if an object of this name exists. */
  createSecret(secret: V1Secret): Promise<boolean>;
  patchSecret(name: string, change: V1Secret): Promise<void>;
  deleteSecret(name: string): Promise<void>;
  /** Undefined if an object of this name exists. */
  createJob(job: V1Job): Promise<V1Job | undefined>;
  readJob(name: string): Promise<V1Job | undefined>;
  patchJob(name: string, change: V1Job): Promise<void>;
  /** `pods: 'keep'` leaves the pods running, without anything that replaces them. False if there is no such Job. */
  deleteJob(name: string, options: { pods: 'delete' | 'keep' }): Promise<boolean>;
  deletePod(name: string): Promise<void>;
  /** Events of a Job, oldest first. */
  jobEvents(name: string): Promise<CoreV1Event[]>;
  listPods(labelSelector: string): Promise<{ pods: V1Pod[]; version: string }>;
  /**
   * Calls `onEvent` with each change after `version` until the connection ends; resolves then. Rejects if Kubernetes no
   * longer has the changes since `version`, or does not respond.
   */
  watchPods(labelSelector: string, version: string, onEvent: OnPodEvent, signal: AbortSignal): Promise<void>;
}

export type OnPodEvent = (type: string, pod: V1Pod) => void;

/** Name of the context for a service that runs in the cluster. */
const inCluster = 'in-cluster';

const requestTimeoutMs = 10_000;
/** The API server ends a watch after this time; the next one continues it. */
const watchS = 300;
/** The API server sends a bookmark about once a minute. A connection without any data for this long is broken. */
const silentWatchMs = 150_000;

/**
 * Opens a context of the kubeconfig: KUBECONFIG or ~/.kube/config, or `in-cluster`. Throws if there is no such context;
 * makes no request. Loads the client, which takes a second.
 */
export async function openCluster(context: string): Promise<Cluster> {
  const kubernetes = await import('@kubernetes/client-node');
  const config = new kubernetes.KubeConfig();
  const name = useContext(config, context);
  const { namespace = 'default' } = config.getContextObject(name) ?? {};
  const server = config.getCurrentCluster()?.server;
  if (server === undefined)
    throw new Error(`Kubernetes context ${context} has no cluster in the kubeconfig.`);
  const settings = kubernetes.createConfiguration({
    baseServer: new kubernetes.ServerConfiguration(server, {}),
    authMethods: { default: config },
    promiseMiddleware: [
      {
        pre: async (request) => {
          request.setSignal(AbortSignal.timeout(requestTimeoutMs));
          if (request.getHttpMethod() === 'PATCH')
            request.setHeaderParam('Content-Type', 'application/merge-patch+json');
          return request;
        },
        post: async (response) => response,
      },
    ],
  });
  const core = new kubernetes.CoreV1Api(settings);
  const batch = new kubernetes.BatchV1Api(settings);
  const watch = new kubernetes.Watch(config);
  Object.assign(watch, { requestTimeoutMs: silentWatchMs });

  const call = <T>(action: string, calling: Promise<T>): Promise<T> =>
    calling.catch((error: unknown) => {
      throw new ClusterError(context, action, error);
    });
  const unless = async <T>(status: number, action: string, calling: Promise<T>): Promise<T | undefined> =>
    call(action, calling).catch((error: unknown) => {
      if (error instanceof ClusterError && error.status === status) return undefined;
      throw error;
    });

  return {
    context,
    namespace,
    async createSecret(body) {
      const created = core.createNamespacedSecret({ namespace, body });
      return (await unless(409, 'create the Secret', created)) !== undefined;
    },
    async patchSecret(secretName, body) {
      await call('change the Secret', core.patchNamespacedSecret({ name: secretName, namespace, body }));
    },
    async deleteSecret(secretName) {
      await unless(404, 'delete the Secret', core.deleteNamespacedSecret({ name: secretName, namespace }));
    },
    createJob: (body) => unless(409, 'create the Job', batch.createNamespacedJob({ namespace, body })),
    readJob: (jobName) => unless(404, 'read the Job', batch.readNamespacedJob({ name: jobName, namespace })),
    async patchJob(jobName, body) {
      await call('change the Job', batch.patchNamespacedJob({ name: jobName, namespace, body }));
    },
    async deleteJob(jobName, { pods }) {
      const propagationPolicy = pods === 'keep' ? 'Orphan' : 'Background';
      const deleted = batch.deleteNamespacedJob({ name: jobName, namespace, propagationPolicy });
      return (await unless(404, 'delete the Job', deleted)) !== undefined;
    },
    async deletePod(podName) {
      await unless(404, 'delete the pod', core.deleteNamespacedPod({ name: podName, namespace }));
    },
    async jobEvents(jobName) {
      const fieldSelector = `involvedObject.kind=Job,involvedObject.name=${jobName}`;
      const { items } = await call('list events', core.listNamespacedEvent({ namespace, fieldSelector }));
      return items.toSorted((a, b) => timeOfEvent(a) - timeOfEvent(b));
    },
    async listPods(labelSelector) {
      const list = await call('list pods', core.listNamespacedPod({ namespace, labelSelector }));
      return { pods: list.items, version: list.metadata?.resourceVersion ?? '' };
    },
    async watchPods(labelSelector, resourceVersion, onEvent, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const query = { labelSelector, resourceVersion, allowWatchBookmarks: true, timeoutSeconds: watchS };
      const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`;
      const onLine = (type: string, object: unknown) => {
        if (type === 'ERROR') reject(new ClusterError(context, 'watch pods', object));
        else onEvent(type, object as V1Pod);
      };
      const connection = await watch.watch(path, query, onLine, (error: unknown) => {
        if (error) reject(new ClusterError(context, 'watch pods', error));
        else resolve();
      });
      const stop = () => connection.abort();
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      await promise.finally(() => {
        signal.removeEventListener('abort', stop);
        stop();
      });
    },
  };
}

/** A request that the API server rejected or did not answer. */
export class ClusterError extends Error {
  readonly status: number | undefined;

  constructor(context: string, action: string, cause: unknown) {
    const { code, statusCode, body, message } = (cause ?? {}) as {
      code?: unknown;
      statusCode?: unknown;
      body?: unknown;
      message?: unknown;
    };
    const status = [code, statusCode].find((one): one is number => typeof one === 'number');
    const said = messageIn(body) ?? (typeof message === 'string' ? message : String(cause));
    super(
      status === undefined
        ? `Kubernetes context ${context} does not respond (${action}): ${rootOf(cause) ?? said}`
        : `Kubernetes context ${context} did not ${action} (status ${status}): ${said}`,
      { cause },
    );
    this.name = 'ClusterError';
    this.status = status;
  }
}

/** Returns the name of the context in the configuration. */
function useContext(config: KubeConfig, context: string): string {
  if (context === inCluster) {
    if (!process.env.KUBERNETES_SERVICE_HOST)
      throw new Error(
        `Kubernetes context ${inCluster} requires a service that runs in a pod: KUBERNETES_SERVICE_HOST is not set.`,
      );
    config.loadFromCluster();
    return config.getCurrentContext();
  }
  config.loadFromDefault();
  const names = config.getContexts().map(({ name }) => name);
  if (!names.includes(context))
    throw new Error(
      `Kubernetes context ${context} is not in the kubeconfig. Its contexts: ${names.join(', ') || 'none'}. Set KUBECONFIG, or change SPATE_DEMAND.`,
    );
  config.setCurrentContext(context);
  return context;
}

function messageIn(body: unknown): string | undefined {
  try {
    const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    const { message } = (parsed ?? {}) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** fetch reports only `fetch failed`; the reason is in its cause. */
function rootOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return error.cause instanceof Error ? rootOf(error.cause) : error.message;
}

function timeOfEvent({ lastTimestamp, eventTime, firstTimestamp }: CoreV1Event): number {
  return new Date(lastTimestamp ?? eventTime ?? firstTimestamp ?? 0).getTime();
}

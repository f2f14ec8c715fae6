import { isDeepStrictEqual } from 'node:util';
import type { V1Pod } from '@kubernetes/client-node';
import type { Log } from '../../../lib/log.ts';
import { Backoff } from '../../../store/retry.ts';
import { type Cluster, ClusterError } from './cluster.ts';
import { gridLabel } from './node-job.ts';
import { continued, deletion, type PodReport, reportOf } from './pod-report.ts';

export interface PodWatchOptions {
  cluster: Cluster;
  /** Called when a pod of the grid starts, ends or is interrupted. */
  onChange: (gridId: string) => void;
  log: Log;
}

/** Timeout of the first list; later calls use the cached pods. */
const firstListMs = 12_000;
const statusGone = 410;
/** A watch that ends sooner was rejected. */
const hastyMs = 1_000;
/** Changes of a grid within this time are reported once. */
const gatherMs = 100;
/** Of deleted pods. */
const maxRemembered = 1000;

/** Pods of all grids in one context: one list, then one watch that continues it. */
export class PodWatch {
  readonly #options: PodWatchOptions;
  readonly #pods = new Map<string, PodReport>();
  /** Last reports of pods that were deleted, oldest first. */
  readonly #deleted = new Map<string, PodReport>();
  readonly #changed = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #listed = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  #failure: Error | undefined;
  #isListed = false;

  constructor(options: PodWatchOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Why the pods are currently unknown; the last known ones are returned meanwhile. */
  get failure(): string | undefined {
    return this.#failure?.message;
  }

  /** Throws while the pods have never been listed. */
  async podsOf(gridId: string): Promise<PodReport[]> {
    if (!this.#isListed) await this.#firstList();
    return [...this.#pods.values()].filter((pod) => pod.gridId === gridId);
  }

  /** The last problem of a deleted pod, if it was observed. */
  lastProblemOf(podName: string): string | undefined {
    return this.#deleted.get(podName)?.problem;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #firstList(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, firstListMs);
    await Promise.race([this.#listed.promise, late]);
    clearTimeout(timer);
    if (!this.#isListed)
      throw (
        this.#failure ?? new Error(`Kubernetes context ${this.#options.cluster.context} does not respond.`)
      );
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { cluster, log } = this.#options;
    const backoff = new Backoff(200, 5_000);
    let version: string | undefined;
    while (!signal.aborted) {
      try {
        version ??= await this.#list();
        const onEvent = (type: string, pod: V1Pod) => {
          version = pod.metadata?.resourceVersion ?? version;
          backoff.reset();
          if (type !== 'BOOKMARK') this.#handleEvent(type, pod);
        };
        const beganAtMs = performance.now();
        await cluster.watchPods(gridLabel, version, onEvent, signal);
        // The API server ends a watch after minutes.
        if (performance.now() - beganAtMs < hastyMs)
          throw new Error(`Kubernetes context ${cluster.context} ended a watch at once.`);
      } catch (error) {
        if (signal.aborted) return;
        version = undefined;
        // Kubernetes keeps changes for some minutes only.
        if (!(error instanceof ClusterError && error.status === statusGone)) {
          // Once for each outage.
          if (!this.#failure) log.warn({ err: error, context: cluster.context }, 'kubernetes.watch.failed');
          this.#failure = error as Error;
        }
        await backoff.wait(signal).catch(() => undefined);
      }
    }
  }

  /** Returns the version of the list. */
  async #list(): Promise<string> {
    const { pods, version } = await this.#options.cluster.listPods(gridLabel);
    const reports = new Map(
      pods.flatMap((pod) => {
        const report = reportOf(pod);
        return report ? [[report.name, continued(this.#pods.get(report.name), report)] as const] : [];
      }),
    );
    const changed = new Set<string>();
    for (const [name, known] of this.#pods) {
      if (reports.has(name)) continue;
      this.#remember(known);
      changed.add(known.gridId);
    }
    for (const [name, report] of reports)
      if (!isDeepStrictEqual(this.#pods.get(name), report)) changed.add(report.gridId);
    this.#pods.clear();
    for (const [name, report] of reports) this.#pods.set(name, report);
    this.#isListed = true;
    this.#failure = undefined;
    this.#listed.resolve();
    for (const gridId of changed) this.#notify(gridId);
    return version;
  }

  #handleEvent(type: string, pod: V1Pod): void {
    const seen = reportOf(pod);
    if (!seen) return;
    const known = this.#pods.get(seen.name);
    const report = continued(known, seen);
    if (type === 'DELETED') this.#deletedNow(report);
    else if (isDeepStrictEqual(known, report)) return;
    else this.#pods.set(report.name, report);
    this.#notify(report.gridId);
  }

  #notify(gridId: string): void {
    if (this.#changed.has(gridId)) return;
    this.#changed.add(gridId);
    setTimeout(() => {
      this.#changed.delete(gridId);
      if (!this.#stopping.signal.aborted) this.#options.onChange(gridId);
    }, gatherMs).unref();
  }

  /** A pod that is deleted by force ends without any trace in its status. */
  #deletedNow(report: PodReport): void {
    this.#pods.delete(report.name);
    const { name, isPresent, problem } = report;
    this.#remember(isPresent && problem === undefined ? { ...report, problem: deletion(name) } : report);
  }

  #remember(report: PodReport): void {
    this.#deleted.set(report.name, report);
    for (const name of this.#deleted.keys()) {
      if (this.#deleted.size <= maxRemembered) return;
      this.#deleted.delete(name);
    }
  }
}

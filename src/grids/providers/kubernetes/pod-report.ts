import type {
  V1ContainerStatus,
  V1ObjectMeta,
  V1Pod,
  V1PodCondition,
  V1PodStatus,
} from '@kubernetes/client-node';
import { gridLabel, indexLabel } from './node-job.ts';

/** The fields of a pod that the service uses: names, whether it runs, and Kubernetes's messages about it. */
export interface PodReport {
  name: string;
  gridId: string;
  index: number;
  /** Whether its containers have not ended permanently. */
  isPresent: boolean;
  /** Whether it is being deleted. */
  isEnding: boolean;
  /** Why it does not start, or was interrupted: one sentence. */
  problem: string | undefined;
  /** Whether `problem` is about a pod that had started. */
  isInterrupted: boolean;
  interruptedAt: Date | undefined;
  /** Whether `problem` only states that its machine has not reported to Kubernetes. */
  isUnreported: boolean;
}

/** Undefined for a pod outside of grids. */
export function reportOf(pod: V1Pod): PodReport | undefined {
  const { name = '', labels = {}, deletionTimestamp } = pod.metadata ?? {};
  const gridId = labels[gridLabel];
  const index = Number(labels[indexLabel] ?? Number.NaN);
  if (gridId === undefined || !Number.isInteger(index)) return undefined;
  const { phase } = pod.status ?? {};
  const isPresent = phase !== 'Failed' && phase !== 'Succeeded';
  const found = { name, gridId, index, isPresent, isEnding: deletionTimestamp !== undefined };
  const interruption = interruptionOf(pod);
  if (interruption) {
    const problem = `Pod ${name} ${withPeriod(interruption.what)}`;
    const { at, isUnreported = false } = interruption;
    return { ...found, problem, isInterrupted: true, interruptedAt: at, isUnreported };
  }
  const obstacle = isPresent ? obstacleOf(pod) : undefined;
  return {
    ...found,
    problem: obstacle === undefined ? undefined : `Pod ${name} ${withPeriod(obstacle)}`,
    isInterrupted: false,
    interruptedAt: undefined,
    isUnreported: false,
  };
}

/** While a pod is being deleted, the first sentence about it stays: its containers end because of the deletion. */
export function continued(known: PodReport | undefined, report: PodReport): PodReport {
  if (!known?.isInterrupted || !known.isEnding || !report.isEnding) return report;
  const { problem, isInterrupted, interruptedAt, isUnreported } = known;
  return { ...report, problem, isInterrupted, interruptedAt, isUnreported };
}

/** Sentence about a pod that was deleted without a known reason. */
export function deletion(podName: string): string {
  return `Pod ${podName} was deleted.`;
}

/** What ended or restarted a pod that Kubernetes had started. */
function interruptionOf({
  metadata,
  status,
  spec,
}: V1Pod): { what: string; at: Date | undefined; isUnreported?: boolean } | undefined {
  const { conditions = [], reason, message, phase } = status ?? {};
  const container = containerOf(status?.containerStatuses);
  const disruption = conditionOf(conditions, 'DisruptionTarget', 'True');
  const place = spec?.nodeName === undefined ? '' : ` on ${spec.nodeName}`;
  const ended = container?.state?.terminated;
  if (
    metadata?.deletionTimestamp !== undefined &&
    phase !== 'Succeeded' &&
    !hasFailedBefore(metadata, status)
  ) {
    const why = joined(disruption?.reason, disruption?.message) ?? joined(reason, message);
    return {
      what: `was deleted${why === undefined ? '' : `: ${why}`}`,
      at: timeOf(metadata.deletionTimestamp),
    };
  }
  if (phase === 'Failed') {
    const what = ended ? containerEnd(ended, spec?.containers[0]?.resources?.limits?.memory) : undefined;
    const why = joined(reason, message) ?? what ?? joined(disruption?.reason, disruption?.message);
    return { what: `failed${place}${why === undefined ? '' : `: ${why}`}`, at: timeOf(ended?.finishedAt) };
  }
  const last = container?.lastState?.terminated;
  if (last && last.exitCode !== 0) {
    const what = containerEnd(last, spec?.containers[0]?.resources?.limits?.memory);
    return { what: `was restarted${place}: ${what}`, at: timeOf(last.finishedAt) };
  }
  const ready = conditionOf(conditions, 'Ready', 'False');
  if (phase === 'Running' && ready && container?.ready)
    return {
      what: `does not respond: its machine${place === '' ? '' : ` ${spec?.nodeName}`} is not reachable`,
      at: timeOf(ready.lastTransitionTime),
      isUnreported: true,
    };
  return undefined;
}

const exitCodeOfSigterm = 143;

/**
 * Whether a pod failed before it was deleted. The agent of a deleted pod exits with an error too; the finalizer of its Job keeps
 * such a pod for a moment.
 */
function hasFailedBefore(
  { deletionTimestamp, deletionGracePeriodSeconds = 0 }: V1ObjectMeta,
  status: V1PodStatus | undefined,
): boolean {
  if (status?.phase !== 'Failed') return false;
  if (status.reason !== undefined) return true;
  const ended = containerOf(status.containerStatuses)?.state?.terminated;
  // When the container has ended, the API server moves the time of the deletion, while the finalizer keeps the pod.
  if (ended?.exitCode === exitCodeOfSigterm) return false;
  const endedAt = timeOf(ended?.finishedAt);
  const deletedAt = timeOf(deletionTimestamp);
  if (!endedAt || !deletedAt) return false;
  // The time stamp is that of the end of the grace period.
  return endedAt.getTime() < deletedAt.getTime() - deletionGracePeriodSeconds * 1000;
}

/** Why a pod has not started. */
function obstacleOf({ status, spec }: V1Pod): string | undefined {
  const { conditions = [], containerStatuses } = status ?? {};
  const unscheduled = conditionOf(conditions, 'PodScheduled', 'False');
  if (unscheduled)
    return `cannot be scheduled${unscheduled.message === undefined ? '' : `: ${unscheduled.message}`}`;
  const waiting = containerOf(containerStatuses)?.state?.waiting;
  const { reason, message } = waiting ?? {};
  if (reason === undefined || reason === 'ContainerCreating' || reason === 'PodInitializing')
    return undefined;
  const image = spec?.containers[0]?.image;
  const isImage = /Image/.test(reason);
  return `${isImage ? `cannot use the image ${image}` : 'cannot start'}: ${joined(reason, message)}`;
}

function containerOf(statuses: readonly V1ContainerStatus[] | undefined): V1ContainerStatus | undefined {
  return statuses?.[0];
}

function conditionOf(
  conditions: readonly V1PodCondition[],
  type: string,
  status: 'True' | 'False',
): V1PodCondition | undefined {
  return conditions.find((condition) => condition.type === type && condition.status === status);
}

function containerEnd(
  {
    reason,
    message,
    exitCode,
    signal,
  }: { reason?: string; message?: string; exitCode: number; signal?: number },
  memoryLimit: string | undefined,
): string {
  if (reason === 'OOMKilled')
    return `OOMKilled, its memory limit is ${memoryLimit ?? 'unknown'}; use a larger instance type or fewer virtual users per node`;
  const how = signal ? `signal ${signal}` : `exit code ${exitCode}`;
  return joined(reason, message ?? how) ?? how;
}

function joined(reason: string | undefined, message: string | undefined): string | undefined {
  const parts = [reason, message].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? undefined : parts.join(': ');
}

/** Lists have dates, watches have texts. */
function timeOf(given: Date | string | undefined): Date | undefined {
  return given === undefined ? undefined : new Date(given);
}

function withPeriod(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

import type { RunBaseline } from './load-test.ts';
import type { Run } from './run.ts';
import type { Verdict } from './verdict.ts';

export const channelKinds = ['webhook', 'slack', 'teams', 'email'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const notificationEvents = [
  /** A run has finished, with any verdict. */
  'finished',
  /** A finished run has a bad verdict. */
  'failed',
  /** A finished run is worse than the baseline of its test. */
  'worse',
  /** A run ended before it sent load, or a schedule could not start one. */
  'cannot_start',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** Where notifications about runs of a project are sent. */
export interface NotificationChannel {
  id: string;
  project: { id: number; name: string };
  kind: ChannelKind;
  /** What is shown of the address: all of an e-mail address, the origin of a URL. */
  target: string;
  events: NotificationEvent[];
  isOn: boolean;
  createdAt: Date;
}

/** Content of a notification; stored as JSON. */
export interface NotificationMessage {
  type: 'run.finished' | 'schedule.failed' | 'test';
  /** ISO 8601. */
  time: string;
  /** Empty for a test. */
  events: NotificationEvent[];
  title: string;
  text: string;
  project: string;
  /** Page of the run or test. */
  url: string | null;
  run: {
    id: string;
    name: string | null;
    verdict: string;
    baseline: Pick<RunBaseline, 'runId' | 'verdict' | 'sentence'> | null;
    startedAt: string | null;
    stoppedAt: string | null;
    samples: { passed: number; failed: number };
  } | null;
  schedule: { id: string; testId: string; testName: string; dueAt: string } | null;
}

/** One message to one channel. */
export interface NotificationDelivery {
  id: string;
  message: NotificationMessage;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** Why the last attempt failed. */
  reason: string | null;
  createdAt: Date;
  /** When the next attempt is due, or the last one ended. */
  changedAt: Date;
}

/** Waits before the second and later attempts; a delivery fails after the last one. */
const retryDelaysS = [10, 60, 300, 1800, 7200, 21_600, 43_200];

/** Wait after this many failed attempts; undefined: no further attempt. */
export function retryDelayMs(attempts: number): number | undefined {
  const seconds = retryDelaysS[attempts - 1];
  return seconds === undefined ? undefined : seconds * 1000;
}

export function eventsOfRun(
  { startedAt, remoteErrors, baseline }: Pick<Run, 'startedAt' | 'remoteErrors' | 'baseline'>,
  { tone }: Pick<Verdict, 'tone'>,
): NotificationEvent[] {
  const holds: Record<NotificationEvent, boolean> = {
    finished: true,
    failed: tone === 'bad',
    worse: baseline?.verdict === 'worse',
    cannot_start: startedAt === null && remoteErrors.length > 0,
  };
  return notificationEvents.filter((event) => holds[event]);
}

/** Starts runs of a test at the times of a cron expression. */
export interface Schedule {
  id: string;
  testId: string;
  testName: string;
  project: string;
  projectId: number;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  /** IANA name, such as Europe/Berlin. */
  timeZone: string;
  isOn: boolean;
  /** User in whose name the runs start. */
  userId: number | null;
  /** Null while it is off, and without further times. */
  nextAt: Date | null;
}

/** Outcome of one time of a schedule. */
export interface ScheduledTime {
  dueAt: Date;
  /** starting: the run is being created. missed: the service was not running. failed: the run was rejected. */
  outcome: 'starting' | 'started' | 'missed' | 'failed';
  runId: string | null;
  /** Why there is no run. */
  reason: string | null;
}

/** A time is missed when its run cannot start within this. */
export const missedAfterMs = 5 * 60_000;

/** A kind of durable job. `Payload` is stored as JSON. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  /** At most one pending job per key; undefined: no limit. */
  key(payload: Payload): string | undefined;
  /** Jobs with the same key never run at the same time, on any service. */
  readonly isSerial: boolean;
  /** Jobs with the same queue never run at the same time. Default: by key if serial. */
  readonly queue?: string | undefined;
  /** Checks a stored payload. */
  read(stored: unknown): Payload;
}

type TextFields<Field extends string> = Readonly<Record<Field, string>>;

// Names and keys are stored in the database: do not rename them.

/** Serial, because providers may take seconds. */
export const reconcileGridJob = jobKind('grid.tend', ['gridId'], ({ gridId }) => `grid:${gridId}`, {
  isSerial: true,
});

/** For grids of local nodes: only the service that runs them takes it. */
export const reconcileLocalGridJob = jobKind(
  'grid.tend.local',
  ['gridId'],
  ({ gridId }) => reconcileGridJob.key({ gridId }),
  { isSerial: true },
);

export const advanceRunJob = jobKind('run.advance', ['runId'], ({ runId }) => `run:${runId}`);

/** Stops a run whose grid has ended; `reason` is shown to users. */
export const endRunJob = jobKind('run.end', ['runId', 'reason'], ({ runId }) => `run.end:${runId}`);

/** Sends the trace of a finished run. */
export const traceRunJob = jobKind('run.trace', ['runId'], ({ runId }) => `run.trace:${runId}`);

/** Creates the notifications about a finished run. */
export const notifyOfRunJob = jobKind('run.notify', ['runId'], ({ runId }) => `run.notify:${runId}`);

/** One at a time, so that slow receivers cannot take all workers. */
export const deliverNotificationJob = jobKind(
  'notification.deliver',
  ['deliveryId'],
  ({ deliveryId }) => `notification:${deliveryId}`,
  { queue: 'notifications' },
);

/** Stores metrics of the target for a run. One at a time, as above. */
export const collectMetricsJob = jobKind(
  'run.target-metrics',
  ['runId'],
  ({ runId }) => `run.target-metrics:${runId}`,
  {
    queue: 'target-metrics',
  },
);

/** Sends live figures of a run. One at a time, as above. */
export const exportMetricsJob = jobKind('run.export', ['runId'], ({ runId }) => `run.export:${runId}`, {
  queue: 'metric-exports',
});

/** Starts the run of a schedule that is due. */
export const runScheduleJob = jobKind(
  'schedule.run',
  ['scheduleId'],
  ({ scheduleId }) => `schedule:${scheduleId}`,
);

export const retentionJob = jobKind('retention', [], () => 'retention');

/** Ends machines in clouds whose grid has ended. */
export const sweepCloudsJob = jobKind('clouds.sweep', [], () => 'clouds.sweep', { isSerial: true });

export function jobKind<Field extends string>(
  name: string,
  fields: readonly Field[],
  key: (payload: TextFields<Field>) => string | undefined = () => undefined,
  { isSerial = false, queue }: { isSerial?: boolean; queue?: string } = {},
): JobKind<TextFields<Field>> {
  return {
    name,
    key,
    isSerial,
    queue,
    read(stored) {
      const payload = stored as TextFields<Field>;
      for (const field of fields)
        if (typeof payload[field] !== 'string')
          throw new Error(`The payload of job ${name} has no ${field}.`);
      return payload;
    },
  };
}

export type MetricExportKind = 'remote_write' | 'otlp';

/** Where live figures of the runs of a project are sent. */
export interface MetricExport {
  id: string;
  project: { id: number; name: string };
  kind: MetricExportKind;
  /** Origin of the address: the rest may be secret. */
  target: string;
  /** Why the last request failed; null after a success. */
  problem: string | null;
  lastSentAt: Date | null;
}

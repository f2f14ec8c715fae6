import type { AnnotationResource } from './resources/annotation.ts';
import type { LogsResource } from './resources/log.ts';
import type { Times } from './resources/report.ts';
import type { TargetMetricResource } from './resources/target-metrics.ts';
import type { ChartsResource, LabelsResource, RunViewResource } from './resources/view.ts';

/** Data of report.html: responses of the API, for the whole run. */
export interface ReportPage {
  view: RunViewResource;
  labels: LabelsResource['labels'];
  /** Labels with failures, with response times of the samples that `view.times` excludes. */
  otherLabels: { times: Times; labels: LabelsResource['labels'] }[];
  charts: ChartsResource;
  /** Empty without access to the account. */
  annotations: AnnotationResource[];
  /** Empty without access to the account. */
  targetMetrics: TargetMetricResource[];
  /** Empty without access to the account. */
  logs: LogsResource['logs'];
}

/** Renders report.html as a self-contained document without scripts. */
export type RenderReport = (page: ReportPage) => string;

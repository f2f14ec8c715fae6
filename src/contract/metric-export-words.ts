import type { MetricExportResource } from './resources/metric-export.ts';

export const metricExportKindWords: Readonly<Record<MetricExportResource['kind'], string>> = {
  remote_write: 'Prometheus remote write',
  otlp: 'OTLP (HTTP)',
};

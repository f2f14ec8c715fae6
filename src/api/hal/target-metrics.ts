import type {
  MetricSourceListResource,
  MetricSourceResource,
  TargetMetricsResource,
} from '../../contract/resources/target-metrics.ts';
import type { MetricSource, TargetMetric } from '../../domain/target-metrics.ts';
import { link } from './links.ts';

export function metricSourceResource({ id, project, target, queries }: MetricSource): MetricSourceResource {
  const self = link(`/target-metrics/${id}`);
  return { _links: { self }, uuid: id, project: project.name, target, queries };
}

export function metricSourceListResource(sources: readonly MetricSource[]): MetricSourceListResource {
  return {
    _links: { self: link('/target-metrics') },
    _embedded: { sources: sources.map(metricSourceResource) },
  };
}

export function targetMetricsResource(path: string, metrics: readonly TargetMetric[]): TargetMetricsResource {
  return {
    _links: { self: link(path) },
    metrics: metrics.map(({ name, expression, startS, stepS, series, problem }) => ({
      name,
      expression,
      start: startS,
      step: stepS,
      series,
      problem,
    })),
  };
}

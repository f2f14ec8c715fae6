import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable } from './common.ts';

export const metricSourceSchema = closed({
  _links: closed({ self: linkSchema }),
  uuid: Type.String(),
  project: Type.String(),
  target: Type.String({ description: 'Origin of the address: the rest may be secret' }),
  queries: Type.Array(closed({ name: Type.String(), expression: Type.String({ description: 'PromQL' }) })),
});

export const metricSourceListSchema = closed({
  _links: closed({ self: linkSchema }),
  _embedded: closed({ sources: Type.Array(metricSourceSchema) }),
});

export const targetMetricsSchema = closed({
  _links: closed({ self: linkSchema }),
  metrics: Type.Array(
    closed({
      name: Type.String(),
      expression: Type.String(),
      start: Type.Integer({ description: 'Time of the first values, in seconds since 1970' }),
      step: Type.Integer({ minimum: 1, description: 'Seconds between values' }),
      series: Type.Array(
        closed({
          name: Type.String(),
          values: Type.Array(nullable(Type.Number()), { description: 'Null where there is no sample' }),
        }),
      ),
      problem: nullable(Type.String({ description: 'Why there are no series, or not all' })),
    }),
  ),
});

export type MetricSourceResource = Static<typeof metricSourceSchema>;
export type MetricSourceListResource = Static<typeof metricSourceListSchema>;
export type TargetMetricsResource = Static<typeof targetMetricsSchema>;
export type TargetMetricResource = TargetMetricsResource['metrics'][number];

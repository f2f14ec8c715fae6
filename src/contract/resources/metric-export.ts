import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';

export const metricExportKindSchema = Type.Enum(['remote_write', 'otlp'], {
  description: 'remote_write: Prometheus remote write 1.0. otlp: OTLP over HTTP in JSON',
});

export const metricExportSchema = closed({
  _links: closed({ self: linkSchema }),
  uuid: Type.String(),
  project: Type.String(),
  kind: metricExportKindSchema,
  target: Type.String({ description: 'Origin of the address: the rest may be secret' }),
  problem: nullable(Type.String({ description: 'Why the last request failed; null after a success' })),
  last_sent: nullable(timestampSchema),
});

export const metricExportListSchema = closed({
  _links: closed({ self: linkSchema }),
  _embedded: closed({ exports: Type.Array(metricExportSchema) }),
});

export type MetricExportResource = Static<typeof metricExportSchema>;
export type MetricExportListResource = Static<typeof metricExportListSchema>;

import Type from 'typebox';
import {
  type MetricExportResource,
  metricExportKindSchema,
  metricExportListSchema,
  metricExportSchema,
} from '../../contract/resources/metric-export.ts';
import type { MetricExport } from '../../domain/metric-export.ts';
import { link, timestampOrNull } from '../hal/links.ts';
import { created, noContent, ok, type Route } from '../route.ts';

const newMetricExportSchema = Type.Object({
  kind: metricExportKindSchema,
  address: Type.String({
    maxLength: 2000,
    description:
      'Complete URL, such as http://prometheus:9090/api/v1/write or http://collector:4318/v1/metrics; may contain a user name and password',
  }),
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name. Default: Default' })),
});

export const metricExportRoutes: Route[] = [
  {
    method: 'GET',
    path: '/metric-exports',
    summary: 'List where live figures of the runs of projects are sent',
    changesState: false,
    success: { status: 200, schema: metricExportListSchema },
    handle: async ({ deps, actor }) => {
      const found = await deps.metricExports.list(actor);
      return ok({ _links: { self: link('/metric-exports') }, _embedded: { exports: found.map(resourceOf) } });
    },
  },
  {
    method: 'POST',
    path: '/metric-exports',
    summary: 'Send live figures of the runs of a project by Prometheus remote write or OTLP, every 15 s',
    changesState: true,
    body: { root: 'metric_export', fields: newMetricExportSchema },
    success: { status: 201, schema: metricExportSchema },
    handle: async (exchange) => {
      const fields = await exchange.fields('metric_export', newMetricExportSchema);
      const { kind = 'remote_write', address = '', project } = fields;
      const input = { kind, address: address.trim(), project: project?.trim() || null };
      const made = await exchange.deps.metricExports.create(exchange.actor, input);
      return created(resourceOf(made), `/api/metric-exports/${made.id}`);
    },
  },
  {
    method: 'DELETE',
    path: '/metric-exports/:exportId',
    summary: 'Delete a metric export',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.metricExports.remove(exchange.actor, exchange.param('exportId'));
      return noContent;
    },
  },
];

function resourceOf({ id, project, kind, target, problem, lastSentAt }: MetricExport): MetricExportResource {
  return {
    _links: { self: link(`/metric-exports/${id}`) },
    uuid: id,
    project: project.name,
    kind,
    target,
    problem,
    last_sent: timestampOrNull(lastSentAt),
  };
}

import {
  metricSourceListSchema,
  metricSourceSchema,
  targetMetricsSchema,
} from '../../contract/resources/target-metrics.ts';
import {
  metricSourceListResource,
  metricSourceResource,
  targetMetricsResource,
} from '../hal/target-metrics.ts';
import { created, noContent, ok, type Route } from '../route.ts';
import { newMetricSourceSchema } from '../schemas/target-metrics.ts';
import { visibleRun } from '../visible-run.ts';

export const targetMetricsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/:runId/target-metrics',
    summary: 'Metrics of the target during a run, from Prometheus; empty without access to the account',
    changesState: false,
    success: { status: 200, schema: targetMetricsSchema },
    handle: async (exchange) => {
      const { view, isMember } = await visibleRun(exchange);
      const { id } = view.run;
      const found = isMember ? await exchange.deps.targetMetrics.ofRun(id) : [];
      return ok(targetMetricsResource(`/runs/${id}/target-metrics`, found));
    },
  },
  {
    method: 'GET',
    path: '/target-metrics',
    summary: 'List the Prometheus servers of projects, with their queries',
    changesState: false,
    success: { status: 200, schema: metricSourceListSchema },
    handle: async (exchange) =>
      ok(metricSourceListResource(await exchange.deps.targetMetrics.list(exchange.actor))),
  },
  {
    method: 'POST',
    path: '/target-metrics',
    summary: 'Set the Prometheus server and the queries of a project; its later runs store their results',
    changesState: true,
    body: { root: 'target_metrics', fields: newMetricSourceSchema },
    success: { status: 201, schema: metricSourceSchema },
    handle: async (exchange) => {
      const fields = await exchange.fields('target_metrics', newMetricSourceSchema);
      const source = await exchange.deps.targetMetrics.set(exchange.actor, {
        project: fields.project?.trim() || null,
        address: fields.address?.trim(),
        queries: fields.queries ?? [],
      });
      return created(metricSourceResource(source), `/api/target-metrics/${source.id}`);
    },
  },
  {
    method: 'DELETE',
    path: '/target-metrics/:sourceId',
    summary: 'Delete the Prometheus server of a project; stored metrics of runs stay',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.targetMetrics.remove(exchange.actor, exchange.param('sourceId'));
      return noContent;
    },
  },
  {
    method: 'POST',
    path: '/target-metrics/:sourceId/test',
    summary: 'Run the queries for the last five minutes; nothing is stored',
    changesState: true,
    isLook: true,
    success: { status: 200, schema: targetMetricsSchema },
    handle: async (exchange) => {
      const id = exchange.param('sourceId');
      const found = await exchange.deps.targetMetrics.test(exchange.actor, id);
      return ok(targetMetricsResource(`/target-metrics/${id}/test`, found));
    },
  },
];

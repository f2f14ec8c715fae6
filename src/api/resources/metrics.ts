import type { Route } from '../route.ts';

export const metricsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics of the service in the text format of Prometheus',
    changesState: false,
    success: { status: 200, contentType: 'text/plain' },
    handle: async ({ deps: { metrics } }) => ({
      status: 200,
      text: await metrics.render(),
      contentType: metrics.contentType,
    }),
  },
];

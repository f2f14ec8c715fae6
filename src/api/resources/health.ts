import { healthSchema } from '../../contract/resources/error.ts';
import type { Route } from '../route.ts';

export const healthRoutes: Route[] = [
  {
    method: 'GET',
    path: '/healthz',
    summary: 'Health check; needs no token',
    changesState: false,
    success: { status: 200, schema: healthSchema },
    handle: async (exchange) =>
      exchange.deps.isDraining()
        ? { status: 503, json: { status: 'stopping' } }
        : exchange.deps.isReady()
          ? { status: 200, json: { status: 'ready' } }
          : { status: 503, json: { status: 'starting' }, headers: { 'retry-after': '2' } },
  },
];

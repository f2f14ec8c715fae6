import { demoSchema } from '../../contract/resources/demo.ts';
import { runSchema } from '../../contract/resources/run.ts';
import { runResource } from '../hal/run.ts';
import { created, ok, type Route } from '../route.ts';

export const demoRoutes: Route[] = [
  {
    method: 'GET',
    path: '/demo',
    summary: 'Whether the demo run can be started on this service',
    changesState: false,
    success: { status: 200, schema: demoSchema },
    handle: async ({ deps, actor }) => {
      const reason = (await deps.demo.obstacle(actor)) ?? null;
      return ok({ available: reason === null, reason });
    },
  },
  {
    method: 'POST',
    path: '/demo',
    summary:
      'Start the demo run: 10 virtual users for 30 s on a sample shop that the service starts on its own machine. While a demo run is not finished, responds with that run',
    changesState: true,
    success: { status: 201, schema: runSchema },
    handle: async ({ deps, actor, addresses }) => {
      const view = await deps.demo.start(actor);
      return created(runResource(view, addresses), `/api/runs/${view.run.id}`);
    },
  },
];

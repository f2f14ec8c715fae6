import { gridListSchema, gridSchema } from '../../contract/resources/grid.ts';
import { gridListResource, gridResource } from '../hal/grid.ts';
import { readNewGrid } from '../params/grid-spec.ts';
import { created, ok, type Route } from '../route.ts';
import { newGridSchema } from '../schemas/new-grid.ts';

export const gridRoutes: Route[] = [
  {
    method: 'POST',
    path: '/grids',
    summary: 'Create a grid',
    changesState: true,
    body: { root: 'grid', fields: newGridSchema },
    success: { status: 201, schema: gridSchema },
    handle: async (exchange) => {
      const spec = readNewGrid(await exchange.params(['grid']));
      const view = await exchange.deps.grids.create(exchange.actor, spec);
      return created(gridResource(view, exchange.addresses), `/api/grids/${view.grid.id}`);
    },
  },
  {
    method: 'GET',
    path: '/grids',
    summary: 'List active grids, the shared one last',
    changesState: false,
    success: { status: 200, schema: gridListSchema },
    handle: async (exchange) =>
      ok(gridListResource(await exchange.deps.grids.list(exchange.actor), exchange.addresses)),
  },
  {
    method: 'GET',
    path: '/grids/:gridId',
    summary: 'Get a grid',
    changesState: false,
    success: { status: 200, schema: gridSchema },
    handle: async (exchange) => {
      const view = await exchange.deps.grids.get(exchange.actor, exchange.param('gridId'));
      return ok(gridResource(view, exchange.addresses));
    },
  },
  {
    method: 'DELETE',
    path: '/grids/:gridId',
    summary: 'Stop a grid and any run on it',
    changesState: true,
    success: { status: 200, schema: gridSchema },
    handle: async (exchange) => {
      const view = await exchange.deps.grids.terminate(exchange.actor, exchange.param('gridId'));
      return ok(gridResource(view, exchange.addresses));
    },
  },
];

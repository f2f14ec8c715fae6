import {
  planDifferenceSchema,
  testListSchema,
  testParametersSchema,
  testSchema,
} from '../../contract/resources/load-test.ts';
import { runSchema } from '../../contract/resources/run.ts';
import type { Exchange } from '../exchange.ts';
import { link, withQuery } from '../hal/links.ts';
import { testListResource, testResource } from '../hal/load-test.ts';
import { runResource } from '../hal/run.ts';
import { readRunChanges } from '../params/run-changes.ts';
import { readTestChanges } from '../params/test-changes.ts';
import { type Answer, created, noContent, ok, type Route } from '../route.ts';
import { planDifferenceQuerySchema, testChangesSchema, testListQuerySchema } from '../schemas/load-tests.ts';
import { whereSchema } from '../schemas/new-run.ts';
import { runChangesSchema } from '../schemas/run-changes.ts';
import { rowFileResource } from './inspection.ts';

export const testRoutes: Route[] = [
  {
    method: 'GET',
    path: '/tests',
    summary: 'List tests, those with the latest runs first, 50 per page',
    changesState: false,
    query: testListQuerySchema,
    success: { status: 200, schema: testListSchema },
    handle: async (exchange) => {
      const { page = 1, ...filter } = exchange.query(testListQuerySchema);
      const list = await exchange.deps.tests.list(exchange.actor, page, filter);
      return ok(testListResource(list, page, filter));
    },
  },
  {
    method: 'GET',
    path: '/tests/:testId',
    summary: 'Get a test with the versions of its plan, and the run whose settings it has',
    changesState: false,
    success: { status: 200, schema: testSchema },
    handle: async (exchange) => {
      const view = await exchange.deps.tests.get(exchange.actor, exchange.param('testId'));
      return ok(testResource(view, exchange.addresses));
    },
  },
  {
    method: 'PATCH',
    path: '/tests/:testId',
    summary: 'Change the name, the settings or the baseline of a test: absent fields stay unchanged',
    changesState: true,
    body: { root: 'test', fields: testChangesSchema },
    success: { status: 200, schema: testSchema },
    handle: changeTest,
  },
  {
    method: 'DELETE',
    path: '/tests/:testId',
    summary: 'Delete a test; its runs stay',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.tests.remove(exchange.actor, exchange.param('testId'));
      return noContent;
    },
  },
  {
    method: 'GET',
    path: '/tests/:testId/parameters',
    summary:
      'List the parameters that the plan of a test reads, with defaults and values, and its data files',
    changesState: false,
    success: { status: 200, schema: testParametersSchema },
    handle: async (exchange) => {
      const testId = exchange.param('testId');
      const { parameters, rowFiles } = await exchange.deps.tests.parameters(exchange.actor, testId);
      return ok({
        _links: { self: link(`/tests/${testId}/parameters`) },
        parameters: parameters.map(({ isSecret, ...parameter }) => ({ ...parameter, is_secret: isSecret })),
        row_files: rowFiles.map(rowFileResource),
      });
    },
  },
  {
    method: 'POST',
    path: '/tests/:testId/runs',
    summary: 'Start a run of a test: absent fields are those of the test, an empty string removes the value',
    changesState: true,
    query: whereSchema,
    body: { root: 'run', fields: runChangesSchema, hasGrids: true },
    success: { status: 201, schema: runSchema },
    handle: async (exchange) => {
      const changes = readRunChanges(await exchange.params(['run', 'grid', 'region']));
      const view = await exchange.deps.tests.run(exchange.actor, exchange.param('testId'), changes);
      return created(runResource(view, exchange.addresses), `/api/runs/${view.run.id}`);
    },
  },
  {
    method: 'GET',
    path: '/tests/:testId/diff',
    summary: 'Compare two versions of the plan as text',
    changesState: false,
    query: planDifferenceQuerySchema,
    success: { status: 200, schema: planDifferenceSchema },
    handle: async (exchange) => {
      const testId = exchange.param('testId');
      await exchange.deps.tests.get(exchange.actor, testId);
      const { from = 0, to = 0 } = exchange.query(planDifferenceQuerySchema);
      const text = await exchange.deps.tests.diff(exchange.actor, testId, from, to);
      const self = link(withQuery(`/tests/${testId}/diff`, { from, to }));
      return ok({ _links: { self }, from, to, text });
    },
  },
];

async function changeTest(exchange: Exchange): Promise<Answer> {
  const { tests } = exchange.deps;
  const testId = exchange.param('testId');
  await tests.get(exchange.actor, testId);
  const changes = readTestChanges(await exchange.params(['test']));
  return ok(testResource(await tests.change(exchange.actor, testId, changes), exchange.addresses));
}

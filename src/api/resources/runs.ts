import { estimateSchema } from '../../contract/resources/estimate.ts';
import {
  runListSchema,
  runSchema,
  webhookSchema,
  webhookSwitchedSchema,
} from '../../contract/resources/run.ts';
import { tagListSchema } from '../../contract/resources/tag.ts';
import { trendsSchema } from '../../contract/resources/trend.ts';
import type { RunView } from '../../runs/runs.ts';
import { authenticate } from '../auth/authenticate.ts';
import { notFound } from '../error-response.ts';
import type { Exchange } from '../exchange.ts';
import { estimateResource } from '../hal/estimate.ts';
import { runListResource, runResource, webhookResource } from '../hal/run.ts';
import { tagListResource } from '../hal/tag.ts';
import { trendsResource } from '../hal/trend.ts';
import { readEstimate, readNewRun, readWhere } from '../params/new-run.ts';
import { readRunDetails } from '../params/run-details.ts';
import { type Answer, created, noContent, ok, type Route } from '../route.ts';
import {
  estimateFieldsSchema,
  newRunSchema,
  runControlSchema,
  runDetailsSchema,
  webhookQuerySchema,
  webhookSwitchSchema,
  whereSchema,
} from '../schemas/new-run.ts';
import { runListQuerySchema, trendsQuerySchema } from '../schemas/queries.ts';

export const runRoutes: Route[] = [
  {
    method: 'POST',
    path: '/runs',
    summary: 'Create a run',
    changesState: true,
    query: whereSchema,
    body: { root: 'run', fields: newRunSchema, hasGrids: true, hasFiles: true },
    success: { status: 201, schema: runSchema },
    handle: createRun,
  },
  {
    method: 'POST',
    path: '/runs/estimate',
    summary: 'Estimate the cost of a run without creating it',
    changesState: true,
    isLook: true,
    query: whereSchema,
    body: { root: 'run', fields: estimateFieldsSchema, hasGrids: true },
    success: { status: 200, schema: estimateSchema },
    handle: async (exchange) => {
      const input = readEstimate(await exchange.params(['run']));
      return ok(estimateResource(await exchange.deps.runs.estimate(exchange.actor, input)));
    },
  },
  {
    method: 'GET',
    path: '/runs',
    summary: 'List runs, newest first unless sorted otherwise, 50 per page, with optional filters',
    changesState: false,
    query: runListQuerySchema,
    success: { status: 200, schema: runListSchema },
    handle: listRuns,
  },
  {
    method: 'GET',
    path: '/trends',
    summary: 'Trend of finished runs, with the filters of the list',
    changesState: false,
    query: trendsQuerySchema,
    success: { status: 200, schema: trendsSchema },
    handle: async (exchange) => {
      const { times, ...filter } = exchange.query(trendsQuerySchema);
      return ok(trendsResource(await exchange.deps.runs.trend(exchange.actor, filter), filter, times));
    },
  },
  {
    method: 'GET',
    path: '/tags',
    summary: 'List tags, most used first',
    changesState: false,
    success: { status: 200, schema: tagListSchema },
    handle: async (exchange) => ok(tagListResource(await exchange.deps.runs.tags(exchange.actor))),
  },
  {
    method: 'GET',
    path: '/runs/:runId',
    summary: 'Get a run',
    changesState: false,
    success: { status: 200, schema: runSchema },
    handle: getRun,
  },
  {
    method: 'PATCH',
    path: '/runs/:runId',
    summary:
      'Change name, tags or notes of a run: absent fields stay unchanged, an empty string removes the value',
    changesState: true,
    body: { root: 'run', fields: runDetailsSchema },
    success: { status: 200, schema: runSchema },
    handle: async (exchange) => {
      const { runs } = exchange.deps;
      const { run } = await runs.get(exchange.actor, exchange.param('runId'));
      const details = readRunDetails(await exchange.params(['run']));
      return shown(exchange, await runs.change(exchange.actor, run.id, details));
    },
  },
  {
    method: 'DELETE',
    path: '/runs/:runId',
    summary: 'Delete a finished run',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.runs.remove(exchange.actor, exchange.param('runId'));
      return noContent;
    },
  },
  {
    method: 'GET',
    path: '/runs/:runId/stop',
    summary: 'Stop a run; responds when it has finished',
    changesState: true,
    success: { status: 200, schema: runSchema },
    handle: async (exchange) =>
      shown(exchange, await exchange.deps.runs.stop(exchange.actor, exchange.param('runId'))),
    head: getRun,
  },
  {
    method: 'POST',
    path: '/runs/:runId/control',
    summary: "Change the load of a running run on Spate's engine: users per node, pause and resume",
    changesState: true,
    body: { root: 'control', fields: runControlSchema },
    success: { status: 200, schema: runSchema },
    handle: async (exchange) => {
      const { users, paused } = await exchange.fields('control', runControlSchema);
      const change = {
        ...(users !== undefined && { users }),
        ...(paused !== undefined && { isPaused: paused }),
      };
      return shown(
        exchange,
        await exchange.deps.runs.control(exchange.actor, exchange.param('runId'), change),
      );
    },
  },
  {
    method: 'GET',
    path: '/runs/:runId/repeat',
    summary: 'Repeat a run with the same files and parameters',
    changesState: true,
    query: whereSchema,
    success: { status: 200, schema: runSchema },
    handle: async (exchange) => {
      const where = readWhere(await exchange.params(['grid', 'region']));
      return shown(exchange, await exchange.deps.runs.repeat(exchange.actor, exchange.param('runId'), where));
    },
    head: getRun,
  },
  ...(['public', 'private'] as const).map(
    (privacy): Route => ({
      method: 'PATCH',
      path: `/runs/:runId/set-${privacy}`,
      summary: `Make a run ${privacy}`,
      changesState: true,
      success: { status: 200, schema: runSchema },
      handle: async (exchange) =>
        shown(
          exchange,
          await exchange.deps.runs.setPrivacy(exchange.actor, exchange.param('runId'), privacy),
        ),
      head: getRun,
    }),
  ),
  {
    method: 'POST',
    path: '/runs/:runId/webhook',
    summary:
      'Repeat a run with an enabled webhook; needs no token, but its secret if it has one or the run is public',
    changesState: true,
    query: webhookQuerySchema,
    success: { status: 201, schema: webhookSchema },
    handle: async (exchange) => {
      const { secret, ...place } = exchange.query(webhookQuerySchema);
      const given = secret ?? headerOf(exchange, 'x-webhook-secret');
      const view = await exchange.deps.runs.repeatByWebhook(exchange.param('runId'), readWhere(place), given);
      return created(webhookResource(view, exchange.addresses), `/api/runs/${view.run.id}`);
    },
    head: findWebhook,
  },
  {
    method: 'PATCH',
    path: '/runs/:runId/webhook',
    summary: 'Enable the webhook of a run with a new secret, or disable it',
    changesState: true,
    body: { root: 'run', fields: webhookSwitchSchema },
    success: { status: 200, schema: webhookSwitchedSchema },
    handle: switchWebhook,
  },
];

async function switchWebhook(exchange: Exchange): Promise<Answer> {
  const runId = exchange.param('runId');
  const { webhook = true } = await exchange.fields('run', webhookSwitchSchema);
  const secret = await exchange.deps.runs.switchWebhook(exchange.actor, runId, webhook);
  const url =
    secret === undefined ? null : `${exchange.addresses.origin}/api/runs/${runId}/webhook?secret=${secret}`;
  return ok({ _links: { self: { href: `/api/runs/${runId}` } }, webhook, url });
}

function headerOf({ request }: Exchange, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

async function createRun(exchange: Exchange): Promise<Answer> {
  const { runs } = exchange.deps;
  const view = await exchange.withUploads(['run', 'run_files', 'grid', 'region'], async (tree, files) => {
    const { input, usesOriginalNames } = readNewRun(tree, files);
    if (usesOriginalNames) exchange.useOriginalNames();
    return runs.create(exchange.actor, input);
  });
  return created(runResource(view, exchange.addresses), `/api/runs/${view.run.id}`);
}

async function listRuns(exchange: Exchange): Promise<Answer> {
  const { page = 1, times, sort, ...filter } = exchange.query(runListQuerySchema);
  const list = await exchange.deps.runs.list(exchange.actor, page, filter, sort);
  const shownFilter = { ...filter, ...(times && { times }), ...(sort && { sort }) };
  return ok(runListResource(list, page, exchange.addresses, shownFilter));
}

async function getRun(exchange: Exchange): Promise<Answer> {
  return shown(exchange, await exchange.deps.runs.get(exchange.actor, exchange.param('runId')));
}

/** HEAD shows the webhook state only to callers with access to the run. */
async function findWebhook(exchange: Exchange): Promise<Answer> {
  const { deps, request } = exchange;
  const runId = exchange.param('runId');
  const actor = await authenticate(deps, request.raw);
  const view = actor ? await deps.runs.get(actor, runId) : await deps.runs.getPublic(runId);
  if (!view.run.isWebhookOn)
    throw notFound(
      `The webhook of run ${runId} is disabled. Create the run with run[webhook]=true.`,
      'webhook_off',
    );
  return ok(webhookResource(view, exchange.addresses));
}

function shown(exchange: Exchange, view: RunView): Answer {
  return ok(runResource(view, exchange.addresses));
}

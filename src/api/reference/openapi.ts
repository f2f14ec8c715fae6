import type { TObject, TSchema } from 'typebox';
import * as account from '../../contract/resources/account.ts';
import { comparisonSchema } from '../../contract/resources/comparison.ts';
import { errorSchema, healthSchema } from '../../contract/resources/error.ts';
import { gridListSchema, gridSchema } from '../../contract/resources/grid.ts';
import { inspectionSchema } from '../../contract/resources/inspection.ts';
import { nodeSchema, toolSchema } from '../../contract/resources/node.ts';
import { planConversionSchema } from '../../contract/resources/plan-conversion.ts';
import { reportSchema, resultRowSchema, seriesSchema } from '../../contract/resources/report.ts';
import {
  archiveListSchema,
  runListSchema,
  runSchema,
  webhookSchema,
  webhookSwitchedSchema,
} from '../../contract/resources/run.ts';
import { sessionSchema } from '../../contract/resources/session.ts';
import { tagListSchema } from '../../contract/resources/tag.ts';
import { thresholdSchema } from '../../contract/resources/threshold.ts';
import { trendsSchema } from '../../contract/resources/trend.ts';
import * as view from '../../contract/resources/view.ts';
import { type Scope, scopeMeanings, scopes } from '../../domain/scopes.ts';
import { capital } from '../../lib/capital.ts';
import { accessRuleOf, readAccess } from '../access-rules.ts';
import type { Route, RouteBody } from '../route.ts';
import { existingGridSchema, newGridSchema } from '../schemas/new-grid.ts';

type Json = Record<string, unknown>;

const named: Record<string, TSchema> = {
  Account: account.accountSchema,
  ArchiveList: archiveListSchema,
  Comparison: comparisonSchema,
  Credential: account.credentialSchema,
  CredentialList: account.credentialListSchema,
  Error: errorSchema,
  Grid: gridSchema,
  GridList: gridListSchema,
  Health: healthSchema,
  Inspection: inspectionSchema,
  Me: account.meSchema,
  NewToken: account.newTokenSchema,
  Node: nodeSchema,
  PlanConversion: planConversionSchema,
  ProjectList: account.projectListSchema,
  Report: reportSchema,
  ResultRow: resultRowSchema,
  Run: runSchema,
  RunList: runListSchema,
  RunView: view.runViewSchema,
  Errors: view.errorsSchema,
  Labels: view.labelsSchema,
  Charts: view.chartsSchema,
  Heatmap: view.heatmapSchema,
  Export: view.exportSchema,
  Session: sessionSchema,
  Series: seriesSchema,
  TagList: tagListSchema,
  Threshold: thresholdSchema,
  Token: account.tokenSchema,
  TokenList: account.tokenListSchema,
  Trends: trendsSchema,
  Tool: toolSchema,
  Usage: account.usageSchema,
  User: account.userSchema,
  UserList: account.userListSchema,
  Webhook: webhookSchema,
  WebhookSwitched: webhookSwitchedSchema,
};

const security = [{ basic: [] }, { bearer: [] }, { query: [] }];
const withScope = (scope: Scope) => [...security, { oauth2: [scope] }];

/** OpenAPI document, generated from the route table and schemas of the service. */
export function buildOpenApi(routes: readonly Route[], origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Spate',
      version: 'v2',
      description:
        'Load tests on grids of nodes. All paths are also available below /api. Send parameters in the query, ' +
        'in a multipart or urlencoded form, or as JSON with nested attributes; form fields are named like `run[tool]`.',
    },
    servers: [{ url: origin }],
    security,
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'The token is the user name; no password.' },
        bearer: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'auth_token' },
        oauth2: oauth2Scheme(origin),
      },
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [name, describe(schema, { isRoot: true })]),
      ),
    },
  };
}

function oauth2Scheme(origin: string): Json {
  const authorizationUrl = `${origin}/oauth/authorize`;
  const tokenUrl = `${origin}/oauth/token`;
  const known = Object.fromEntries(scopes.map((scope) => [scope, capital(scopeMeanings[scope])]));
  return {
    type: 'oauth2',
    description:
      'Applications that act on behalf of users; authorization code with PKCE. Send the token as a Bearer token.',
    flows: {
      authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: known },
      clientCredentials: { tokenUrl, scopes: known },
      // OpenAPI 3.1 has no device flow; 3.2 adds it under this name without x-.
      'x-deviceAuthorization': {
        deviceAuthorizationUrl: `${origin}/oauth/device`,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes: known,
      },
    },
  };
}

/** From the access table, so that document and checks match. */
function securityOf(route: Route): Json[] {
  const rule = accessRuleOf(route);
  switch (rule) {
    case 'open':
      return [];
    case 'run':
      return [...withScope(readAccess.scope), {}];
    default:
      return withScope(rule.scope);
  }
}

function operation(route: Route): Json {
  const parameters = [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...queryParameters(route.query),
  ];
  return {
    summary: route.summary,
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route.body) } : {}),
    responses: {
      [route.success.status]: success(route),
      default: {
        description: 'Error of the request or of the service',
        content: { 'application/json': { schema: describe(errorSchema) } },
      },
    },
  };
}

function success({ success: { status, schema, contentType } }: Route): Json {
  const description =
    status === 204 ? 'Success without body' : status === 302 ? 'Redirect to the page' : 'Success';
  if (schema) {
    const content = { schema: describe(schema) };
    return {
      description,
      content: { 'application/json': content, 'application/vnd.service.v2+json': content },
    };
  }
  const type = contentType?.split(';', 1)[0];
  return type === undefined ? { description } : { description, content: { [type]: {} } };
}

function queryParameters(schema: TObject | undefined): Json[] {
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: 'query',
    required: requiredOf(schema).includes(name),
    schema: describe(property),
  }));
}

function requestBody(body: RouteBody): Json {
  const form = { schema: formSchema(body) };
  return {
    required: true,
    content: {
      'multipart/form-data': form,
      ...(body.hasFiles ? {} : { 'application/x-www-form-urlencoded': form }),
      'application/json': { schema: jsonSchema(body) },
    },
  };
}

/** Flat names with brackets. */
function formSchema({ root, fields, hasGrids, hasFiles }: RouteBody): Json {
  const properties: Json = {};
  for (const [name, property] of Object.entries(propertiesOf(fields))) {
    properties[`${root}[${name}]`] = describe(property);
  }
  if (hasGrids) {
    for (const schema of [existingGridSchema, newGridSchema]) {
      for (const [name, property] of Object.entries(propertiesOf(schema))) {
        properties[`${root}[grids][][${name}]`] = { type: 'array', items: describe(property) };
      }
    }
  }
  if (hasFiles) properties['run_files[]'] = { type: 'array', items: { type: 'string', format: 'binary' } };
  const required = requiredOf(fields).map((name) => `${root}[${name}]`);
  return { type: 'object', required: hasFiles ? [...required, 'run_files[]'] : required, properties };
}

function jsonSchema({ root, fields, hasGrids, hasFiles }: RouteBody): Json {
  const grids = { type: 'array', items: { anyOf: [describe(existingGridSchema), describe(newGridSchema)] } };
  const object = describe(fields);
  const inner = hasGrids ? { ...object, properties: { ...(object.properties as Json), grids } } : object;
  const file = {
    type: 'object',
    required: ['name', 'content'],
    properties: { name: { type: 'string' }, content: { type: 'string', contentEncoding: 'base64' } },
  };
  return {
    type: 'object',
    required: hasFiles ? [root, 'run_files'] : [root],
    properties: { [root]: inner, ...(hasFiles ? { run_files: { type: 'array', items: file } } : {}) },
  };
}

/** A schema as plain JSON; nested named schemas become references. */
function describe(schema: TSchema, options = { isRoot: false }): Json {
  const name = Object.keys(named).find((each) => named[each] === schema);
  if (name !== undefined && !options.isRoot) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, describeValue(value)]));
}

function describeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeValue);
  return typeof value === 'object' && value !== null ? describe(value as TSchema) : value;
}

function propertiesOf(schema: TObject | undefined): Record<string, TSchema> {
  return (schema?.properties ?? {}) as Record<string, TSchema>;
}

function requiredOf(schema: TObject | undefined): string[] {
  return (schema as { required?: string[] } | undefined)?.required ?? [];
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessRuleOf } from '../access-rules.ts';
import { apiRoutes } from '../app.ts';
import { buildOpenApi } from './openapi.ts';

type Json = { [key: string]: Json } & string & Json[];

const document = JSON.parse(JSON.stringify(buildOpenApi(apiRoutes, 'https://load.example'))) as Json;

describe('the OpenAPI document', () => {
  it('describes every operation of the API', () => {
    for (const route of apiRoutes) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      const operation = document.paths?.[path]?.[route.method.toLowerCase()];
      assert.ok(operation, `${route.method} ${path}`);
      assert.ok(operation.responses?.[String(route.success.status)], path);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = (operation.parameters ?? []).filter((each: Json) => each.in === 'path');
      assert.deepEqual(
        described.map((each: Json) => each.name),
        named,
        path,
      );
    }
  });

  it('references only schemas that it contains', () => {
    const names = new Set(Object.keys(document.components?.schemas ?? {}));
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    assert.ok(references.length > 20);
    for (const [, name = ''] of references) assert.ok(names.has(name), name);
  });

  it('describes POST /runs with the names and limits that validate it', () => {
    const content = document.paths?.['/runs']?.post?.requestBody?.content;
    const form = content?.['multipart/form-data']?.schema;
    assert.deepEqual(form?.required, ['run[tool]', 'run_files[]']);
    const stopAfter = form?.properties?.['run[grids][][stop_after]']?.items;
    assert.equal(Number(stopAfter?.maximum), 2880);
    const json = content?.['application/json']?.schema?.properties;
    assert.equal(json?.run?.properties?.threads?.type, 'integer');
    assert.ok(json?.run?.properties?.grids);
    assert.ok(json?.run_files);
  });

  it('lists operations without a token', () => {
    const open = apiRoutes.filter((route) => accessRuleOf(route) === 'open').map((route) => route.path);
    assert.deepEqual(open.sort(), [
      '/:name',
      '/healthz',
      '/invitations/accept',
      '/invitations/look',
      '/project/:projectId/flood/:runId',
      '/projects/:projectId/flood/:runId',
      '/runs/:runId/webhook',
      '/session',
      '/session',
      '/session/openid',
      '/session/openid/callback',
      '/session/ways',
      '/sign-in-links/use',
      '/signing-key',
    ]);
    assert.deepEqual(document.paths?.['/healthz']?.get?.security, []);
  });

  it('lists the required scope of each operation, and the OAuth endpoints', () => {
    const flows = document.components?.securitySchemes?.oauth2?.flows;
    assert.equal(flows?.authorizationCode?.authorizationUrl, 'https://load.example/oauth/authorize');
    assert.equal(flows?.clientCredentials?.tokenUrl, 'https://load.example/oauth/token');
    assert.equal(
      flows?.['x-deviceAuthorization']?.deviceAuthorizationUrl,
      'https://load.example/oauth/device',
    );
    const scopesOf = (path: string, method: string) =>
      document.paths?.[path]?.[method]?.security?.flatMap((each: Json) => each.oauth2 ?? []);
    for (const route of apiRoutes) {
      const rule = accessRuleOf(route);
      const expected = rule === 'open' ? [] : [rule === 'run' ? 'read' : rule.scope];
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      assert.deepEqual(scopesOf(path, route.method.toLowerCase()), expected, path);
      for (const scope of expected)
        for (const flow of Object.values(flows ?? {})) assert.ok((flow as Json).scopes?.[scope], scope);
    }
    assert.deepEqual(scopesOf('/runs', 'post'), ['run']);
    assert.deepEqual(scopesOf('/users/{userId}/reset', 'post'), ['admin']);
  });

  it('marks every operation that changes state, so that HEAD cannot trigger it', () => {
    for (const route of apiRoutes) {
      if (route.method !== 'GET') assert.ok(route.changesState, route.path);
      else if (route.changesState) assert.ok(route.head, `${route.path} needs a HEAD of its own`);
    }
  });
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Compile } from 'typebox/schema';
import { exampleHar } from '../../src/converters/testing/documents.ts';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService } from '../support/service.ts';

let service: TestService;
let document: Json;
before(async () => {
  service = await startService();
  document = await service.json('/openapi.json');
});
after(() => service?.close());

/** Sends a request, and validates the response against /openapi.json. */
async function checked(
  method: string,
  path: string,
  template: string,
  init: RequestInit = {},
): Promise<Json> {
  const answer = await service.fetch(path, { method, ...init });
  const text = await answer.text();
  const operation = document.paths[template]?.[method.toLowerCase()];
  assert.ok(operation, `${method} ${template} is not described`);
  const described = operation.responses[String(answer.status)] ?? operation.responses.default;
  const schema = described.content?.['application/json']?.schema;
  if (!schema) {
    assert.equal(text, '', `${method} ${path} has a body that is not described`);
    return undefined;
  }
  const body = JSON.parse(text);
  const validator = Compile({ ...schema, components: document.components });
  assert.ok(validator.Check(body), `${method} ${path}: ${JSON.stringify(validator.Errors(body))}\n${text}`);
  return body;
}

test('real responses match /openapi.json', async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[webhook]', 'true');
  form.append('run[grids][][infrastructure]', 'hosted');
  form.append('run[grids][][region]', 'x');
  form.append('run[grids][][stop_after]', '15');
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const run = await checked('POST', '/runs', '/runs', { body: form });
  const id = run.uuid;
  await checked('GET', '/runs', '/runs');
  await checked('GET', `/runs/${id}`, '/runs/{runId}');
  await checked('GET', `/runs/${id}/report`, '/runs/{runId}/report');
  await checked('GET', `/runs/${id}/series`, '/runs/{runId}/series');
  await checked('GET', `/runs/${id}/archives`, '/runs/{runId}/archives');
  for (const what of ['view', 'labels', 'charts', 'heatmap', 'report.json', 'logs'])
    await checked('GET', `/runs/${id}/${what}`, `/runs/{runId}/${what}`);
  await checked('GET', `/runs/${id}/view?from=1&to=5`, '/runs/{runId}/view');
  await checked('GET', `/runs/${id}/view?from=5&to=1`, '/runs/{runId}/view');
  await checked('GET', '/runs?search=x&state=queued&tool=jmeter', '/runs');
  await checked('GET', '/trends?project=Default', '/trends');
  await checked('GET', '/tags', '/tags');
  await checked('GET', '/demo', '/demo');
  await checked('GET', `/compare?runs=${id}`, '/compare');
  const files = new FormData();
  files.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const { total } = await service.json('/runs');
  const inspection = await checked('POST', '/runs/inspect', '/runs/inspect', { body: files });
  assert.equal(inspection.can_run, true);
  assert.equal(inspection.tool, 'jmeter');
  assert.deepEqual(inspection.labels, ['Home']);
  assert.equal((await service.json('/runs')).total, total, 'it starts nothing');
  await checked('POST', '/runs/inspect', '/runs/inspect');
  const urls = new URLSearchParams({
    'plan[text]': 'https://shop.example/ 2\nPOST https://shop.example/cart',
  });
  const made = await checked('POST', '/plans/convert', '/plans/convert', { body: urls });
  assert.deepEqual([made.source, made.plan.requests.length, made.warnings], ['urls', 2, []]);
  const recording = new FormData();
  recording.append('run_files[]', new Blob([exampleHar('https://shop.example')]), 'shop.har');
  const recorded = await checked('POST', '/plans/convert', '/plans/convert', { body: recording });
  assert.deepEqual([recorded.source, recorded.secrets], ['har', ['cookie_lang', 'password']]);
  recording.append('plan[text]', 'https://shop.example/');
  const both = await checked('POST', '/plans/convert', '/plans/convert', { body: recording });
  assert.match(both.error, /Several documents were sent/);
  const unknown = await checked('POST', '/plans/convert', '/plans/convert', {
    body: new URLSearchParams({ 'plan[text]': '{}' }),
  });
  assert.deepEqual([unknown.code, unknown.details[0].field], ['document_broken', 'plan[text]']);
  const nothing = await checked('POST', '/plans/convert', '/plans/convert');
  assert.match(nothing.error, /plan\[text\] is required, or a file/);
  await checked('POST', '/runs/estimate', '/runs/estimate', {
    body: new URLSearchParams({ 'run[duration]': '60' }),
  });
  await checked('GET', `/runs/${id}/result.json`, '/runs/{runId}/result.json');
  await checked('PATCH', `/runs/${id}/set-public`, '/runs/{runId}/set-public');
  const hooked = await checked('POST', `/runs/${id}/webhook`, '/runs/{runId}/webhook');
  await checked('GET', `/runs/${hooked.uuid}/stop`, '/runs/{runId}/stop');
  await checked('GET', `/runs/${id}/stop`, '/runs/{runId}/stop');
  await checked('GET', `/runs/${id}/report`, '/runs/{runId}/report');
  await checked('GET', `/runs/${id}/result.json`, '/runs/{runId}/result.json');
  await checked('GET', `/compare?runs[]=${id}&runs[]=${hooked.uuid}`, '/compare');
  for (const what of ['view', 'labels', 'charts', 'heatmap', 'report.json'])
    await checked('GET', `/runs/${id}/${what}`, `/runs/{runId}/${what}`);
  const again = await checked('GET', `/runs/${id}/repeat`, '/runs/{runId}/repeat');
  await checked('GET', `/runs/${again.uuid}/stop`, '/runs/{runId}/stop');
  await checked('DELETE', `/runs/${id}`, '/runs/{runId}');
  await checked('GET', `/runs/${id}`, '/runs/{runId}');

  const grid = { 'grid[region]': 'x', 'grid[infrastructure]': 'hosted', 'grid[stop_after]': '5' };
  const started = await checked('POST', '/grids', '/grids', { body: new URLSearchParams(grid) });
  await checked('GET', '/grids', '/grids');
  await checked('GET', `/grids/${started.uuid}`, '/grids/{gridId}');
  await checked('DELETE', `/grids/${started.uuid}`, '/grids/{gridId}');
  await checked('POST', '/grids', '/grids');

  await checked('GET', '/account', '/account');
  await checked('GET', '/projects', '/projects');
  await checked('GET', '/usage', '/usage');
  await checked('GET', '/prices', '/prices');
  await checked('PATCH', '/budget', '/budget', { body: new URLSearchParams({ 'budget[monthly]': '5' }) });
  await checked('PATCH', '/budget', '/budget');
  await checked('GET', '/budget', '/budget');
  await checked('DELETE', '/budget', '/budget');
  await checked('GET', '/v3/me', '/v3/me');
  await checked('GET', '/users/me', '/users/me');
  const user = await checked('POST', '/users', '/users', {
    body: new URLSearchParams({ 'user[email]': 'ann@example.com' }),
  });
  await checked('GET', '/users', '/users');
  await checked('GET', `/users/${user.id}`, '/users/{userId}');
  await checked('DELETE', `/users/${user.id}`, '/users/{userId}');
  const token = await checked('POST', '/tokens', '/tokens', {
    body: new URLSearchParams({ 'token[name]': 'ci' }),
  });
  await checked('GET', '/tokens', '/tokens');
  await checked('DELETE', `/tokens/${token.id}`, '/tokens/{tokenId}');
  const invited = await checked('POST', '/invitations', '/invitations', {
    body: new URLSearchParams({ 'invitation[email]': 'bob@example.com' }),
  });
  const secret = invited.link.split('#')[1];
  await checked('GET', '/invitations', '/invitations');
  await checked('POST', '/invitations/look', '/invitations/look', {
    body: new URLSearchParams({ 'invitation[secret]': secret }),
  });
  await checked('POST', '/invitations/accept', '/invitations/accept', {
    body: new URLSearchParams({ 'invitation[secret]': secret, 'invitation[password]': 'correct horse' }),
  });
  await checked('POST', '/users/1/reset', '/users/{userId}/reset');
  await checked('DELETE', `/invitations/${invited.id}`, '/invitations/{invitationId}');
  await checked('PATCH', '/users/me', '/users/me', { body: new URLSearchParams({ 'user[name]': 'Olive' }) });
  await checked('GET', '/session/ways', '/session/ways');
  await checked('POST', '/session', '/session', {
    body: new URLSearchParams({ 'session[token]': service.token }),
  });
  await checked('GET', '/session', '/session');
  await checked('GET', '/sessions', '/sessions');
  const { link } = await checked('POST', '/sign-in-links', '/sign-in-links');
  const use = { body: new URLSearchParams({ 'link[secret]': link.split('#')[1] }) };
  await checked('POST', '/sign-in-links/use', '/sign-in-links/use', use);
  await checked('POST', '/sign-in-links/use', '/sign-in-links/use', use);
  await checked('GET', '/audit?limit=5', '/audit');
  const arn = { 'credential[provider]': 'aws', 'credential[arn]': 'arn:aws:iam::1:role/x' };
  const credential = await checked('POST', '/credentials', '/credentials', {
    body: new URLSearchParams(arn),
  });
  await checked('GET', '/credentials', '/credentials');
  await checked('DELETE', `/credentials/${credential.id}`, '/credentials/{credentialId}');
  await checked('GET', '/session', '/session');
  const session = { 'session[token]': service.token };
  await checked('POST', '/session', '/session', { body: new URLSearchParams(session) });
  await checked('DELETE', '/session', '/session');
  await checked('GET', '/healthz', '/healthz');
});

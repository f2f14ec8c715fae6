import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as oauth from 'openid-client';
import type { Browser } from 'playwright-core';
import { violationsOf } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { discover, register, signedInVisit } from '../support/oauth.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

const patienceMs = 180_000;

describe('OAuth clients', { skip: needs('chromium') }, () => {
  let service: TestService;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startService(withoutNodes), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const as = (token: string, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
  });
  const statusWith = async (token: string, path = '/api/account', init: RequestInit = {}) => {
    const answer = await service.fetch(path, as(token, init));
    await answer.body?.cancel();
    return answer.status;
  };
  const addPerson = (email: string, role: string) =>
    service.json<Json>('/api/users', json({ user: { email, role } }));

  /** As a user other than the owner. */
  async function registerAs(token: string, application: Record<string, unknown>) {
    const answer = await service.fetch('/api/applications', as(token, json({ application })));
    return { status: answer.status, body: (await answer.json()) as Json };
  }

  it('discovery documents exist at both addresses with our endpoints', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const told = (await (await fetch(`${service.url}/.well-known/${name}`)).json()) as Json;
      assert.equal(told.issuer, service.url);
      assert.equal(told.token_endpoint, `${service.url}/oauth/token`);
      assert.equal(told.device_authorization_endpoint, `${service.url}/oauth/device`);
      assert.deepEqual(told.code_challenge_methods_supported, ['S256']);
      assert.ok(!told.grant_types_supported.includes('password'));
    }
  });

  it('client credentials: the application acts for the user who registered it, within its scopes', async () => {
    const made = await register(service, { name: 'Pipeline', scopes: ['read', 'grids'] });
    const config = await discover(service, made);
    const all = await oauth.clientCredentialsGrant(config);
    assert.equal(all.scope, 'read grids');
    const me = (await (await service.fetch('/api/users/me', as(all.access_token))).json()) as Json;
    assert.equal(me.email, 'owner@localhost');
    const narrow = await oauth.clientCredentialsGrant(config, { scope: 'grids' });
    assert.equal(await statusWith(narrow.access_token), 403);
    await assert.rejects(oauth.clientCredentialsGrant(config, { scope: 'admin' }), {
      error: 'invalid_scope',
    });
    const wrong = await discover(service, { id: made.id, secret: 'spate_secret_0' });
    await assert.rejects(oauth.clientCredentialsGrant(wrong), { error: 'invalid_client' });
    const byPost = await oauth.discovery(
      new URL(service.url),
      made.id,
      undefined,
      oauth.ClientSecretPost(made.secret ?? ''),
    );
    assert.ok((await oauth.clientCredentialsGrant(byPost)).access_token);
  });

  it('a new secret invalidates the old one; revoking an application ends it at once', async () => {
    const made = await register(service, { name: 'Pipeline', scopes: ['read'] });
    const { access_token } = await oauth.clientCredentialsGrant(await discover(service, made));
    const renewed = await service.json<Json>(`/api/applications/${made.id}/secret`, { method: 'POST' });
    const old = await discover(service, made);
    await assert.rejects(oauth.clientCredentialsGrant(old), { error: 'invalid_client' });
    const config = await discover(service, renewed);
    await oauth.clientCredentialsGrant(config);
    assert.equal(await statusWith(access_token), 200);
    const answer = await service.fetch(`/api/applications/${made.id}`, { method: 'DELETE' });
    assert.equal(answer.status, 204);
    assert.equal(await statusWith(access_token), 401);
    await assert.rejects(oauth.clientCredentialsGrant(config), { error: 'invalid_client' });
    const { _embedded } = await service.json<Json>('/api/applications');
    assert.ok(_embedded.applications.every(({ id }: Json) => id !== made.id));
  });

  it('an application has at most the rights of its user, and ends when the user is removed', async () => {
    const member = await addPerson('ann@example.com', 'member');
    const { status, body } = await registerAs(member.authentication_token, {
      name: 'Of Ann',
      scopes: ['read', 'admin'],
    });
    assert.equal(status, 201);
    const { access_token } = await oauth.clientCredentialsGrant(await discover(service, body));
    assert.equal(await statusWith(access_token), 200);
    const invite = json({ user: { email: 'eve@example.com', role: 'owner' } });
    assert.equal(await statusWith(access_token, '/api/users', invite), 403);
    const removal = await service.fetch(`/api/users/${member.id}`, { method: 'DELETE' });
    assert.equal(removal.status, 204);
    assert.equal(await statusWith(access_token), 401);
    const viewer = await addPerson('vic@example.com', 'viewer');
    const refused = await registerAs(viewer.authentication_token, { name: 'Of Vic' });
    assert.equal(refused.status, 403);
  });

  it('an application cannot create anything that outlives it', async () => {
    const made = await register(service, { name: 'Pipeline', scopes: ['read', 'admin'] });
    const { access_token } = await oauth.clientCredentialsGrant(await discover(service, made));
    const { status, body } = await registerAs(access_token, { name: 'As wide', scopes: ['read'] });
    assert.equal(status, 403);
    assert.match(body.error, /stay when it is revoked/);
    assert.equal(await statusWith(access_token, '/api/tokens', json({ token: { name: 'Mine' } })), 403);
    const renewal = await statusWith(access_token, `/api/applications/${made.id}/secret`, { method: 'POST' });
    assert.equal(renewal, 403);
    assert.equal(await statusWith(access_token, '/api/tokens'), 200);
  });

  it('redirect URIs must be absolute and safe, and match exactly', async () => {
    const wrong = [
      'http://ci.example.com/callback',
      'https://ci.example.com/callback#part',
      'https://*.example.com/callback',
      'https://user@ci.example.com/',
      'ftp://ci.example.com/',
      'javascript:alert(1)',
      '/callback',
    ];
    for (const uri of wrong) {
      const answer = await service.fetch(
        '/api/applications',
        json({ application: { name: 'X', redirect_uris: [uri] } }),
      );
      assert.equal(answer.status, 422, uri);
      const { details } = (await answer.json()) as Json;
      assert.equal(details[0].field, 'application[redirect_uris]');
    }
    await register(service, { name: 'X', redirect_uris: ['https://ci.example.com/a,b?c=d'] });
  });

  it('the device flow: the terminal shows a code, the user approves it, the terminal is signed in', async () => {
    const config = await discover(service, { id: 'spate-cli', secret: null });
    const started = await oauth.initiateDeviceAuthorization(config, { scope: 'read run' });
    assert.equal(started.verification_uri, `${service.url}/app/device`);
    await assert.rejects(poll(config, started.device_code), { error: 'authorization_pending' });

    const visit = await signedInVisit(browser, service);
    const { page } = visit;
    page.setDefaultTimeout(patienceMs);
    await page.goto(started.verification_uri);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByLabel('Code').fill('BBBB-BBBB');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('The code is incorrect').waitFor();
    await page.getByLabel('Code').fill(started.user_code.toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Allow Spate CLI?' }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Done' }).waitFor();

    const tokens = await oauth.pollDeviceAuthorizationGrant(config, { ...started, interval: 0.05 });
    assert.equal(tokens.scope, 'read run');
    assert.equal(await statusWith(tokens.access_token), 200);
    assert.equal(await statusWith(tokens.access_token, '/api/tokens', { method: 'POST' }), 403);
    const next = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.equal(await statusWith(next.access_token), 200);
    await assert.rejects(poll(config, started.device_code), { error: 'invalid_grant' });
    assert.equal(await statusWith(next.access_token), 401, 'a code used twice ends what it gave');

    const refused = await oauth.initiateDeviceAuthorization(config, {});
    await page.goto(refused.verification_uri_complete ?? '');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    await assert.rejects(poll(config, refused.device_code), { error: 'access_denied' });
    assert.deepEqual(
      visit.problems.filter((text) => !/status of 404/.test(text)),
      [],
    );
    await visit.context.close();
  });

  it('the password grant is off by default; errors are JSON', async () => {
    const form = { username: 'owner@localhost', password: 'x', grant_type: 'password' };
    const tries: [RequestInit, number, string][] = [
      [{ body: new URLSearchParams(form) }, 400, 'unsupported_grant_type'],
      [
        { body: JSON.stringify(form), headers: { 'content-type': 'application/json' } },
        415,
        'invalid_request',
      ],
      [{ body: 'x'.repeat(100_000) }, 413, 'invalid_request'],
      [
        { body: new URLSearchParams({ ...form, client_id: 'spate-password' }) },
        400,
        'unsupported_grant_type',
      ],
      [
        { body: new URLSearchParams({ client_id: 'spate-cli', grant_type: 'magic' }) },
        400,
        'unsupported_grant_type',
      ],
    ];
    for (const [init, status, error] of tries) {
      const answer = await fetch(`${service.url}/oauth/token`, { method: 'POST', ...init });
      const body = (await answer.json()) as Json;
      assert.deepEqual([answer.status, body.error], [status, error], JSON.stringify(body));
      assert.equal(typeof body.error_description, 'string');
      if (String(init.body).includes('grant_type=password'))
        assert.match(body.error_description, /SPATE_OAUTH_PASSWORD_GRANT=on/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
    assert.equal((await fetch(`${service.url}/oauth/token`)).status, 405);
  });

  it('the OAuth library logs no warnings', async () => {
    assert.doesNotMatch(await service.log(), /oidc-provider/);
  });

  function poll(config: oauth.Configuration, deviceCode: string) {
    return oauth.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: deviceCode,
    });
  }
});

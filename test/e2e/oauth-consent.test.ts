import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as oauth from 'openid-client';
import type { Browser } from 'playwright-core';
import { violationsOf } from '../support/accessibility.ts';
import { openBrowser, type Visit } from '../support/browser.ts';
import { sql } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import {
  askForCode,
  discover,
  register,
  signedInVisit,
  startApplication,
  type TestApplication,
} from '../support/oauth.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

const patienceMs = 180_000;

describe('a user authorizes an application', { skip: needs('chromium') }, () => {
  let service: TestService;
  let browser: Browser;
  let application: TestApplication;
  let visit: Visit;

  before(async () => {
    [service, browser, application] = await Promise.all([
      startService(withoutNodes),
      openBrowser(),
      startApplication(),
    ]);
    visit = await signedInVisit(browser, service);
    visit.page.setDefaultTimeout(patienceMs);
  });
  after(async () => {
    await browser?.close();
    await application?.close();
    await service?.close();
  });

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const statusWith = async (token: string, path = '/api/account', init: RequestInit = {}) => {
    const answer = await service.fetch(path, { ...init, ...bearer(token) });
    await answer.body?.cancel();
    return answer.status;
  };

  async function registerServer(scopes: string[]) {
    const made = await register(service, {
      name: 'Deployer',
      redirect_uris: [application.callback],
      confidential: true,
      scopes,
    });
    return { made, config: await discover(service, made) };
  }

  /** The flow of a user: from the site of the application to the consent page, and back. */
  async function answerIn(page: Visit['page'], url: URL, answer: 'Allow' | 'Deny'): Promise<URL> {
    await application.begin(page, url);
    await page.getByRole('button', { name: answer }).click();
    await page.getByRole('heading', { name: 'Back at the application' }).waitFor();
    return application.arrival();
  }

  it('authorization code with PKCE: consent page, redirect with a code, tokens limited to their scope', async () => {
    const { config } = await registerServer(['read', 'run']);
    const { url, checks } = await askForCode(config, application.callback, 'openid email read');
    const { page } = visit;
    await application.begin(page, url);
    await page.getByRole('heading', { name: 'Allow Deployer?' }).waitFor();
    await page.getByText('You are signed in as owner@localhost (owner).').waitFor();
    await page.getByText('Read runs, results, grids and the account').waitFor();
    await page.getByText('Registered by owner@localhost.').waitFor();
    await page.getByText('See your name and e-mail address').waitFor();
    // The page cookie is not sent from another site, so the browser was redirected once more.
    assert.ok(visit.requests.some((address) => /\/app\/authorize\/[\w-]+\?here=1$/.test(address)));
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Back at the application' }).waitFor();
    const arrival = await application.arrival();

    const tokens = await oauth.authorizationCodeGrant(config, arrival, checks);
    assert.equal(tokens.scope, 'openid email read');
    assert.equal(tokens.expires_in, 3600);
    assert.ok(tokens.refresh_token);
    assert.equal(tokens.claims()?.email, 'owner@localhost');
    const sub = tokens.claims()?.sub ?? '';
    const info = await oauth.fetchUserInfo(config, tokens.access_token, sub);
    assert.equal(info.email, 'owner@localhost');

    assert.equal(await statusWith(tokens.access_token), 200);
    assert.equal(await statusWith(tokens.access_token, '/api/tokens', { method: 'POST' }), 403);
    assert.equal(await statusWith(tokens.access_token, '/api/grids', { method: 'POST' }), 403);
    const asUserName = { headers: { authorization: `Basic ${btoa(`${tokens.access_token}:x`)}` } };
    assert.equal((await service.fetch('/api/account', asUserName)).status, 200);
    const inQuery = await fetch(`${service.url}/account?auth_token=${tokens.access_token}`);
    assert.equal(inQuery.status, 200);
    assert.deepEqual(visit.problems, []);

    const stored = JSON.stringify(await sql(service, 'select * from oauth_records'));
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '', arrival.searchParams.get('code')])
      assert.ok(secret && !stored.includes(secret), 'a copy of the database holds no usable token');
  });

  it('a rejected consent is reported to the application, without a token', async () => {
    const { config } = await registerServer(['read']);
    const { url, checks } = await askForCode(config, application.callback, 'read');
    const arrival = await answerIn(visit.page, url, 'Deny');
    assert.equal(arrival.searchParams.get('error'), 'access_denied');
    await assert.rejects(oauth.authorizationCodeGrant(config, arrival, checks), { error: 'access_denied' });
  });

  it('the cookies of a pending consent are HttpOnly and Secure', async () => {
    const { config } = await registerServer(['read']);
    const { url } = await askForCode(config, application.callback, 'read');
    const answer = await fetch(url, { redirect: 'manual' });
    assert.equal(answer.status, 303);
    const cookies = answer.headers.getSetCookie();
    assert.ok(cookies.length >= 2);
    for (const cookie of cookies) assert.match(cookie, /; secure; httponly/i);
  });

  it('never redirects to an unregistered address', async () => {
    const { config } = await registerServer(['read']);
    for (const wrong of [
      `${application.callback}/`,
      `${application.callback}?x=1`,
      'https://evil.example/',
    ]) {
      const { url } = await askForCode(config, wrong, 'read');
      const answer = await visit.page.goto(url.href);
      assert.equal(answer?.status(), 400);
      await visit.page.getByText('invalid_redirect_uri').waitFor();
      assert.equal(new URL(visit.page.url()).origin, service.url);
    }
  });

  it('a scope beyond those of the application is rejected', async () => {
    const { config } = await registerServer(['read']);
    const { url } = await askForCode(config, application.callback, 'read admin');
    await visit.page.goto(url.href);
    const arrival = await application.arrival();
    assert.equal(arrival.searchParams.get('error'), 'invalid_scope');
  });

  it('reuse of a code revokes its tokens', async () => {
    const { config } = await registerServer(['read']);
    const { url, checks } = await askForCode(config, application.callback, 'read');
    const arrival = await answerIn(visit.page, url, 'Allow');
    const tokens = await oauth.authorizationCodeGrant(config, arrival, checks);
    assert.equal(await statusWith(tokens.access_token), 200);
    await assert.rejects(oauth.authorizationCodeGrant(config, arrival, checks), { error: 'invalid_grant' });
    assert.equal(await statusWith(tokens.access_token), 401);
    await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
  });

  it('refresh tokens are single-use: reuse revokes all tokens of the consent', async () => {
    const { config } = await registerServer(['read']);
    const { url, checks } = await askForCode(config, application.callback, 'read');
    const first = await oauth.authorizationCodeGrant(
      config,
      await answerIn(visit.page, url, 'Allow'),
      checks,
    );
    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '');
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal(await statusWith(second.access_token), 200);
    await assert.rejects(oauth.refreshTokenGrant(config, first.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
    assert.equal(await statusWith(second.access_token), 401);
    await assert.rejects(oauth.refreshTokenGrant(config, second.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
  });

  it('expired refresh tokens and access tokens are rejected', async () => {
    const { made, config } = await registerServer(['read']);
    const { url, checks } = await askForCode(config, application.callback, 'read');
    const arrival = await answerIn(visit.page, url, 'Allow');
    const tokens = await oauth.authorizationCodeGrant(config, arrival, checks);
    await sql(
      service,
      `update oauth_records set expires_at = now() - interval '1 minute'
      where application_id = $1 and kind in ('AccessToken', 'RefreshToken')`,
      [made.id],
    );
    assert.equal(await statusWith(tokens.access_token), 401);
    await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
  });

  it('a public client requires PKCE, and may use any port of the loopback address', async () => {
    const made = await register(service, {
      name: 'Desktop',
      redirect_uris: ['http://127.0.0.1/callback'],
      confidential: false,
      scopes: ['read'],
    });
    assert.equal(made.secret, null);
    const config = await discover(service, made);
    const without = oauth.buildAuthorizationUrl(config, {
      redirect_uri: application.callback,
      scope: 'read',
    });
    await visit.page.goto(without.href);
    assert.equal((await application.arrival()).searchParams.get('error'), 'invalid_request');
    const { url, checks } = await askForCode(config, application.callback, 'read');
    const arrival = await answerIn(visit.page, url, 'Allow');
    await assert.rejects(
      oauth.authorizationCodeGrant(config, arrival, {
        ...checks,
        pkceCodeVerifier: oauth.randomPKCECodeVerifier(),
      }),
      { error: 'invalid_grant' },
    );
    const tokens = await oauth.authorizationCodeGrant(config, arrival, checks);
    assert.equal(await statusWith(tokens.access_token), 200);
  });

  it('consent of a viewer grants at most the rights of a viewer, until the user is removed', async () => {
    const viewer = await service.json<Json>('/api/users', {
      method: 'POST',
      body: new URLSearchParams({ 'user[email]': 'vic@example.com', 'user[role]': 'viewer' }),
    });
    const theirs = await signedInVisit(browser, service, viewer.authentication_token);
    theirs.page.setDefaultTimeout(patienceMs);
    const { made, config } = await registerServer(['read', 'run']);
    const { url, checks } = await askForCode(config, application.callback, 'read run');
    const arrival = await answerIn(theirs.page, url, 'Allow');
    const tokens = await oauth.authorizationCodeGrant(config, arrival, checks);
    assert.equal(await statusWith(tokens.access_token), 200);
    assert.equal(await statusWith(tokens.access_token, '/api/runs', { method: 'POST' }), 403);
    await askAgainAfterRemoval();
    await theirs.context.close();

    async function askAgainAfterRemoval() {
      const next = await askForCode(config, application.callback, 'read');
      await application.begin(theirs.page, next.url);
      await theirs.page.getByRole('button', { name: 'Allow' }).waitFor();
      const removal = await service.fetch(`/api/users/${viewer.id}`, { method: 'DELETE' });
      assert.equal(removal.status, 204);
      assert.equal(await statusWith(tokens.access_token), 401);
      await assert.rejects(oauth.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
        error: 'invalid_grant',
      });
      await theirs.page.getByRole('button', { name: 'Allow' }).click();
      await theirs.page.waitForURL((address) => address.pathname === '/app/sign-in');
    }
    const { _embedded } = await service.json<Json>(`/api/audit?limit=200`);
    const seen = (_embedded.entries as Json[])
      .filter(({ target }) => target === made.id)
      .map(({ action, email, status }) => `${action} ${email} ${status}`);
    assert.ok(seen.includes('POST /app/authorize/:uid vic@example.com 200'), seen.join('\n'));
    assert.ok(seen.includes('POST /oauth/token vic@example.com 200'), seen.join('\n'));
  });

  it('introspection describes a token until it is revoked', async () => {
    const { config } = await registerServer(['read']);
    const { url, checks } = await askForCode(config, application.callback, 'read');
    const arrival = await answerIn(visit.page, url, 'Allow');
    const tokens = await oauth.authorizationCodeGrant(config, arrival, checks);
    const told = await oauth.tokenIntrospection(config, tokens.access_token);
    assert.equal(told.active, true);
    assert.equal(told.scope, 'read');
    const { config: another } = await registerServer(['read']);
    assert.equal((await oauth.tokenIntrospection(another, tokens.access_token)).active, false);
    await oauth.tokenRevocation(config, tokens.refresh_token ?? '');
    assert.equal((await oauth.tokenIntrospection(config, tokens.access_token)).active, false);
    assert.equal(await statusWith(tokens.access_token), 401);
  });

  it('sign-in leads back to the consent page, which another browser cannot answer', async () => {
    const { config } = await registerServer(['read']);
    const { url } = await askForCode(config, application.callback, 'read');
    await application.begin(visit.page, url);
    await visit.page.getByRole('button', { name: 'Allow' }).waitFor();
    const question = visit.page.url();
    const another = await signedInVisit(browser, service);
    assert.equal((await another.page.goto(question))?.status(), 410);
    const stranger = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await stranger.newPage();
    await page.goto(url.href);
    await page.waitForURL((address) => address.pathname === '/app/sign-in', { timeout: patienceMs });
    const then = new URL(page.url()).searchParams.get('then') ?? '';
    assert.match(then, /^\/app\/authorize\/[\w-]+$/);
    await Promise.all([another.context.close(), stranger.close()]);
  });

  it('an expired consent shows an error page', async () => {
    const { config } = await registerServer(['read']);
    const { url } = await askForCode(config, application.callback, 'read');
    await application.begin(visit.page, url);
    await visit.page.getByRole('button', { name: 'Allow' }).waitFor();
    await sql(
      service,
      `update oauth_records set expires_at = now() - interval '1 second' where kind = 'Interaction'`,
    );
    await visit.page.getByRole('button', { name: 'Allow' }).click();
    await visit.page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor();
    await visit.page.reload();
    await visit.page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor();
  });

  it('no other site can consent for a signed-in user', async () => {
    const { config } = await registerServer(['read']);
    const { url } = await askForCode(config, application.callback, 'read');
    await application.begin(visit.page, url);
    await visit.page.getByRole('button', { name: 'Allow' }).waitFor();
    const question = new URL(visit.page.url());
    const answer = await visit.context.request.post(question.origin + question.pathname, {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      form: { answer: 'allow' },
      maxRedirects: 0,
    });
    assert.equal(answer.status(), 403);
  });
});

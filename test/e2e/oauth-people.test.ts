import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openVisit } from '../support/browser.ts';
import { sql } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { startOpenIdProvider, type TeamMember, type TestOpenIdProvider } from '../support/openid-provider.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

const patienceMs = 180_000;

describe('sign-in with an OpenID provider', { skip: needs('chromium') }, () => {
  let service: TestService;
  let browser: Browser;
  let team: TestOpenIdProvider;

  before(async () => {
    team = await startOpenIdProvider();
    [service, browser] = await Promise.all([
      startService({
        ...withoutNodes,
        SPATE_OAUTH_PASSWORD_GRANT: 'on',
        SPATE_OPENID_ISSUER: team.issuer,
        SPATE_OPENID_CLIENT_ID: team.clientId,
        SPATE_OPENID_CLIENT_SECRET: team.clientSecret,
        SPATE_OPENID_NAME: 'Team',
      }),
      openBrowser(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    await team?.close();
  });

  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const invite = (email: string, role = 'member') =>
    service.json<Json>('/api/invitations', json({ invitation: { email, role } }));

  /** The signed-in user of this page, with the request of our pages. */
  function sessionOn(page: Page): Promise<Json> {
    return page.evaluate(`fetch('/app/api/session').then((answer) => answer.json())`) as Promise<Json>;
  }

  async function comeFrom(member: TeamMember | null, then = '') {
    team.signsIn = member;
    const visit = await openVisit(browser);
    visit.page.setDefaultTimeout(patienceMs);
    const query = then === '' ? '' : `?then=${encodeURIComponent(then)}`;
    const answer = await visit.page.goto(`${service.url}/session/openid${query}`);
    return { ...visit, status: answer?.status() };
  }

  const ann: TeamMember = { sub: 'a1', email: 'Ann@example.com', email_verified: true, name: 'Ann' };

  it('the sign-in page gets the label of the button', async () => {
    const ways = await (await fetch(`${service.url}/session/ways`)).json();
    assert.deepEqual(ways, { password: false, openid: 'Team' });
  });

  it('an invited user joins with the provider, and is identified by it afterwards', async () => {
    await invite('ann@example.com', 'viewer');
    const first = await comeFrom(ann, '/app/grids?x=1');
    await first.page.waitForURL(`${service.url}/app/grids?x=1`);
    assert.deepEqual(await sessionOn(first.page), { email: 'ann@example.com', name: 'Ann', role: 'viewer' });
    await first.context.close();
    const again = await comeFrom({ ...ann, email: 'ann.new@example.com' }, 'https://evil.example/app');
    await again.page.waitForURL(`${service.url}/app`);
    assert.equal((await sessionOn(again.page)).email, 'ann@example.com');
    await again.context.close();
    const users = await service.json<Json>('/api/users');
    const [user] = users._embedded.users.filter(({ email }: Json) => email === 'ann@example.com');
    assert.equal(user.sign_in_count, 2);
  });

  it('rejects unknown users and unverified addresses', async () => {
    await invite('bob@example.com');
    const outside: (TeamMember | null)[] = [
      { sub: 'e1', email: 'eve@example.com', email_verified: true },
      { sub: 'b2', email: 'bob@example.com', email_verified: false },
      { sub: 'a2', email: 'ann@example.com', email_verified: true },
      null,
    ];
    for (const member of outside) {
      const { page, status, context } = await comeFrom(member);
      assert.equal(status, 403, member?.sub ?? 'refused');
      await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
      const cookies = await context.cookies(`${service.url}/app`);
      assert.ok(cookies.every(({ name }) => name !== 'spate_page'));
      await context.close();
    }
    const users = await service.json<Json>('/api/users');
    assert.deepEqual(
      users._embedded.users.map(({ email }: Json) => email),
      ['owner@localhost', 'ann@example.com'],
    );
  });

  it('rejects a callback that was not started in this browser', async () => {
    const answer = await fetch(`${service.url}/session/openid/callback?code=x&state=y`);
    assert.equal(answer.status, 403);
    assert.equal(answer.headers.get('set-cookie'), null);
  });

  describe('the password grant, if enabled', () => {
    const email = 'carl@example.com';
    const password = 'a rather long password';
    const ask = async (body: URLSearchParams | FormData) => {
      const answer = await fetch(`${service.url}/oauth/token`, { method: 'POST', body });
      const retryAfter = answer.headers.get('retry-after');
      return { status: answer.status, body: (await answer.json()) as Json, retryAfter };
    };
    before(async () => {
      const { link } = await invite(email);
      const secret = new URL(link).hash.slice(1);
      const invitation = { secret, password, name: 'Carl' };
      const answer = await fetch(`${service.url}/invitations/accept`, json({ invitation }));
      assert.equal(answer.status, 201);
    });

    it('returns the fields of the old command line, urlencoded and multipart, and refreshes', async () => {
      const form = new FormData();
      const fields = { grant_type: 'password', username: email, password };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const body of [new URLSearchParams(fields), form]) {
        const { status, body: told } = await ask(body);
        assert.equal(status, 200);
        const { access_token, refresh_token, created_at, data, ...rest } = told;
        assert.deepEqual(rest, { token_type: 'bearer', expires_in: 1_209_600, scope: 'admin' });
        assert.equal(typeof created_at, 'number');
        assert.equal(data.type, 'users');
        assert.equal(data.links.self, `/api/users/${data.id}`);
        assert.deepEqual(data.attributes, { 'full-name': 'Carl', 'company-name': '' });
        const headers = { authorization: `Bearer ${access_token}` };
        const me = (await (await service.fetch('/api/v3/me', { headers })).json()) as Json;
        assert.equal(me.data.id, data.id);
        const renewed = await ask(new URLSearchParams({ grant_type: 'refresh_token', refresh_token }));
        assert.equal(renewed.status, 200);
        assert.equal(renewed.body.expires_in, 1_209_600);
        assert.equal(renewed.body.data.id, data.id);
        assert.notEqual(renewed.body.access_token, access_token);
      }
      const sessions = await sql(
        service,
        `select 1 from sessions s join users u on u.id = s.user_id where u.email = $1 and s.user_agent = 'node' and s.ended_at is null`,
        [email],
      );
      assert.ok(sessions.length <= 1, 'no browser stays signed in for it');
    });

    it('returns 401 for a wrong name or password, then limits the rate', async () => {
      const wrong = { grant_type: 'password', username: email, password: 'another' };
      const first = await ask(new URLSearchParams(wrong));
      const second = await ask(new URLSearchParams({ ...wrong, username: 'unknown@example.com' }));
      const third = await ask(new URLSearchParams({ grant_type: 'password' }));
      for (const { status, body } of [first, second, third]) {
        assert.equal(status, 401);
        assert.deepEqual(Object.keys(body), ['error', 'error_description']);
        assert.equal(body.error, 'invalid_grant');
      }
      assert.deepEqual(first.body, second.body);
      let slowed = 0;
      for (let at = 0; at < 60 && slowed === 0; at++) {
        const tried = await ask(new URLSearchParams({ ...wrong, username: 'zoe@example.com' }));
        if (tried.status !== 429) continue;
        slowed++;
        assert.ok(Number(tried.retryAfter) > 0);
        assert.equal(tried.body.error, 'slow_down');
      }
      assert.equal(slowed, 1);
    });
  });

  it('the audit log has successful and rejected sign-ins with their method', async () => {
    const { _embedded } = await service.json<Json>('/api/audit?limit=200');
    const seen = (_embedded.entries as Json[]).map(
      ({ action, email, means, status }) => `${action} ${email} ${means} ${status}`,
    );
    for (const line of [
      'POST /oauth/token carl@example.com application Program with password sign-in 200',
      'POST /oauth/token carl@example.com null 401',
      'GET /session/openid/callback ann@example.com session 303',
      'GET /session/openid/callback null null 403',
    ])
      assert.ok(seen.includes(line), `${line}\n${seen.join('\n')}`);
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { looksOfSuite, violationsOf } from '../support/accessibility.ts';
import { openBrowser, openVisit, type Visit } from '../support/browser.ts';
import { assertQuiet, followLink, handOverToken, visitAsMember } from '../support/dashboard.ts';
import { needs } from '../support/needs.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';
import { isFullSuite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const patienceMs = 180_000;
const password = 'a sentence of my own';
const run = promisify(execFile);

describe('signing in and the account', { skip: needs('chromium', 'curl') }, () => {
  let service: TestService;
  let browser: Browser;
  let team: TestOpenIdProvider;

  before(async () => {
    team = await startOpenIdProvider();
    const environment = {
      ...withoutNodes,
      SPATE_OPENID_ISSUER: team.issuer,
      SPATE_OPENID_CLIENT_ID: team.clientId,
      SPATE_OPENID_CLIENT_SECRET: team.clientSecret,
      SPATE_OPENID_NAME: 'Team',
    };
    [service, browser] = await Promise.all([startService(environment), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    await team?.close();
  });

  const owner = (path: string) => visitAsMember(browser, service, path);
  const rows = (page: Page, caption: string) =>
    page.locator(`[aria-label="${caption}, as a table"] tbody tr`);
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, exact: true }).first().waitFor({ timeout: patienceMs });

  /** Requests with a token. */
  const send = (method: string, path: string, body?: object): Promise<Json> =>
    service.json(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  async function signInByPassword(page: Page, email: string, given = password): Promise<void> {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(given);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  }

  /** A user of that role, invited and joined over HTTP, signed in by password on a separate page. */
  async function joined(email: string, role: string, path: string): Promise<Visit> {
    const { link } = await send('POST', '/invitations', { invitation: { email, role } });
    const secret = new URL(link).hash.slice(1);
    await send('POST', '/invitations/accept', { invitation: { secret, password } });
    const visit = await openVisit(browser);
    await visit.page.goto(service.url + path);
    await signInByPassword(visit.page, email);
    await visit.page.getByRole('button', { name: 'Sign out', exact: true }).waitFor({ timeout: patienceMs });
    return visit;
  }

  it('signs in by token or password, and continues at the requested page of this service only', async () => {
    const visit = await openVisit(browser);
    const { page } = visit;
    // No user has a password yet; invited users can still set one.
    const { id, link } = await send('POST', '/invitations', { invitation: { email: 'first@example.com' } });
    await page.goto(link);
    await page.getByLabel('Confirm password').waitFor({ timeout: patienceMs });
    await service.fetch(`/invitations/${id}`, { method: 'DELETE' });
    await page.goto(`${service.url}/app/account`);
    await handOverToken(page, service.token);
    await heading(page, 'Password');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill('something else');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The passwords do not match.').waitFor();
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor({ timeout: patienceMs });
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Save name' }).click();
    await heading(page, 'Ada');
    await page.locator('.bar').getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');

    await page.goto(`${service.url}/app/sign-in?then=${encodeURIComponent('/app/account/tokens?x=1')}`);
    await signInByPassword(page, 'owner@localhost', 'not this one');
    await page.getByText('Incorrect e-mail address or password.').waitFor();
    await signInByPassword(page, 'owner@localhost');
    await page.waitForURL(`${service.url}/app/account/tokens?x=1`, { timeout: patienceMs });
    await page.goto(`${service.url}/app/sign-in?then=${encodeURIComponent('//elsewhere.example/app')}`);
    await page.waitForURL(`${service.url}/app`, { timeout: patienceMs });
    assertQuiet(visit, service);
    await visit.context.close();
  });

  it('an owner invites a user with a single-use link that does not stay in the address', async () => {
    const visit = await owner('/app/account/people');
    const { page } = visit;
    await page.getByLabel('E-mail address').fill('invalid');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText(/^✕ invitation\[email\] must be an e-mail address/).waitFor();
    await page.getByLabel('E-mail address').fill('grace@example.com');
    await page.getByLabel('Role', { exact: true }).selectOption('member');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = (await page.locator('.once code').textContent({ timeout: patienceMs })) ?? '';
    const secret = new URL(link).hash.slice(1);
    await page.getByRole('button', { name: 'Withdraw grace@example.com' }).waitFor();

    const guest = await openVisit(browser);
    await guest.page.goto(link);
    await guest.page.getByText('as a member').waitFor({ timeout: patienceMs });
    assert.equal(guest.page.url(), `${service.url}/app/join`);
    await guest.page.getByLabel('Your name').fill('Grace');
    await guest.page.getByLabel('Password', { exact: true }).fill('short');
    await guest.page.getByLabel('Confirm password').fill('short');
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.getByText(/^✕ .*must have 10 to 200 characters/).waitFor();
    await guest.page.getByLabel('Password', { exact: true }).fill(password);
    await guest.page.getByLabel('Confirm password').fill(password);
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.waitForURL(`${service.url}/app`, { timeout: patienceMs });
    await guest.page.getByRole('link', { name: 'New run' }).waitFor();
    assert.ok(guest.requests.every((address) => !address.includes(secret)));

    await guest.page.goto(link);
    await heading(guest.page, 'This link is no longer valid');
    await page.reload();
    await page.getByLabel('Role of grace@example.com').waitFor({ timeout: patienceMs });
    await page.getByText('No open invitations.').waitFor();
    assert.ok(!(await page.content()).includes(secret));
    assertQuiet(guest, service, /status of (422|404)/);
    assertQuiet(visit, service, /status of 422/);
    await guest.context.close();
    await visit.context.close();
  });

  if (isFullSuite()) {
    it('a user resets a forgotten password with a link, and other browsers are signed out', async () => {
      const before = await joined('fay@example.com', 'viewer', '/app/account');
      const visit = await owner('/app/account/people');
      await visit.page
        .getByRole('button', { name: 'Reset password of fay@example.com' })
        .click({ timeout: patienceMs });
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
      const link = (await visit.page.locator('.once code').textContent({ timeout: patienceMs })) ?? '';

      const { page, context, requests } = await openVisit(browser);
      await page.goto(link);
      await heading(page, 'Set a new password for fay@example.com');
      assert.equal(await page.getByLabel('Your name').count(), 0);
      assert.equal(await page.getByRole('link', { name: /with Team/ }).count(), 0);
      assert.deepEqual(await violationsOf(page), []);
      await page.getByLabel('Password', { exact: true }).fill('another sentence');
      await page.getByLabel('Confirm password').fill('another sentence');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.waitForURL(`${service.url}/app`, { timeout: patienceMs });
      assert.ok(requests.every((address) => !address.includes(new URL(link).hash.slice(1))));
      await page.goto(link);
      await heading(page, 'This link is no longer valid');

      await before.page.getByRole('link', { name: 'Users' }).click();
      await before.page
        .getByText('You are no longer signed in as fay@example.com')
        .waitFor({ timeout: patienceMs });
      await signInByPassword(before.page, 'fay@example.com');
      await before.page.getByText('Incorrect e-mail address or password.').waitFor();
      await signInByPassword(before.page, 'fay@example.com', 'another sentence');
      await rows(before.page, 'Users').first().waitFor({ timeout: patienceMs });
      for (const each of [context, before.context, visit.context]) await each.close();
    });

    it('a user joins and signs in with the OpenID provider, and returns to the previous page', async () => {
      team.signsIn = { sub: 'p1', email: 'pat@example.com', email_verified: true, name: 'Pat' };
      const { link } = await send('POST', '/invitations', {
        invitation: { email: 'pat@example.com', role: 'member' },
      });
      const { page, context } = await openVisit(browser);
      await page.goto(link);
      await page.getByRole('link', { name: 'Join with Team' }).click({ timeout: patienceMs });
      await page.waitForURL(`${service.url}/app`, { timeout: patienceMs });
      const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
      await signOut.click({ timeout: patienceMs });
      await signOut.waitFor({ state: 'hidden', timeout: patienceMs });
      await page.goto(`${service.url}/app/account?x=1`);
      await page.getByRole('link', { name: 'Sign in with Team' }).click({ timeout: patienceMs });
      await heading(page, 'Pat');
      assert.equal(page.url(), `${service.url}/app/account?x=1`);
      await context.close();
    });
  }

  it('a viewer sees no actions, and a message on pages without permission', async () => {
    const visit = await joined('vera@example.com', 'viewer', '/app/account/people');
    const { page } = visit;
    await rows(page, 'Users').first().waitFor({ timeout: patienceMs });
    for (const name of [/^Remove/, /^Reset/, /^Invite/, /^Withdraw/])
      assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));
    assert.equal(await page.getByRole('combobox').count(), 0);
    for (const name of ['Applications', 'Audit log', 'New run'])
      assert.equal(await page.getByRole('link', { name }).count(), 0, name);
    for (const path of ['applications', 'audit']) {
      await page.goto(`${service.url}/app/account/${path}`);
      await page.getByText('Your role is viewer').waitFor({ timeout: patienceMs });
    }
    await page.goto(`${service.url}/app/account/tokens`);
    await page.getByRole('checkbox', { name: /^read/ }).waitFor({ timeout: patienceMs });
    assert.equal(await page.getByRole('checkbox', { name: /^run/ }).count(), 0);
    assertQuiet(visit, service);
    await visit.context.close();
  });

  it('a token is created with few scopes, shown once, used by curl, and revoked', async () => {
    const visit = await owner('/app/account/tokens');
    const { page } = visit;
    await page.getByLabel('Name', { exact: true }).fill('CI');
    await page.getByRole('checkbox', { name: /^run/ }).uncheck();
    await page.getByLabel('Expires').fill('2019-01-01');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('must be in the future').waitFor({ timeout: patienceMs });
    await page.getByLabel('Expires').fill('');
    await page.getByRole('button', { name: 'Create token' }).click();
    const [secret = '', example = ''] = await page
      .locator('.once code')
      .nth(1)
      .waitFor({ timeout: patienceMs })
      .then(() => page.locator('.once code').allTextContents());
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText('Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
    const curl = await run('sh', ['-c', `${example} --silent --cacert "$CA"`], {
      env: { ...process.env, SPATE_TOKEN: secret, CA: service.ca },
    });
    assert.equal(JSON.parse(curl.stdout).email, 'owner@localhost');
    const use = (method: string, path: string) =>
      service
        .fetch(path, { method, headers: { authorization: `Bearer ${secret}` } })
        .then(({ status }) => status);
    assert.equal(await use('POST', '/grids'), 403);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Revoke CI' }).waitFor({ timeout: patienceMs });
    assert.ok(!(await page.content()).includes(secret));
    await page.getByRole('button', { name: 'Revoke CI' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByRole('button', { name: 'Revoke CI' }).waitFor({ state: 'detached', timeout: patienceMs });
    assert.equal(await use('GET', '/users/me'), 401);
    assertQuiet(visit, service, /status of 422/);
    await visit.context.close();
  });

  it('an application is registered, gets tokens by its secret, a new secret, and is revoked', async () => {
    const visit = await owner('/app/account/applications');
    const { page } = visit;
    const tokenFor = async (id: string, secret: string) => {
      const answer = await fetch(`${service.url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'read' }),
      });
      return { status: answer.status, ...((await answer.json()) as { access_token?: string }) };
    };
    await heading(page, 'No applications yet');
    await page.getByLabel('Name', { exact: true }).fill('Dashboards');
    await page.getByLabel('Redirect URIs').fill('not an address');
    await page.getByRole('button', { name: 'Register application' }).click();
    await page.getByText(/^✕ .*redirect/i).waitFor({ timeout: patienceMs });
    await page.getByLabel('Name', { exact: true }).fill('Deployer');
    await page.getByRole('radio', { name: /^Machine/ }).check();
    await page.getByRole('button', { name: 'Register application' }).click();
    await page.getByText('Client secret of Deployer:').waitFor({ timeout: patienceMs });
    const [secret = '', id = ''] = await page.locator('.once code').allTextContents();
    const given = await tokenFor(id, secret);
    assert.equal(given.status, 200);
    const me = await service.fetch('/users/me', {
      headers: { authorization: `Bearer ${given.access_token}` },
    });
    assert.equal(((await me.json()) as Json).email, 'owner@localhost');

    await page.getByRole('button', { name: 'New secret for Deployer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
    await until('another secret is shown', async () => {
      const [shown] = await page.locator('.once code').allTextContents();
      return shown !== undefined && shown !== secret;
    });
    const [renewed = ''] = await page.locator('.once code').allTextContents();
    assert.equal((await tokenFor(id, secret)).status, 401);
    assert.equal((await tokenFor(id, renewed)).status, 200);
    await page.getByRole('button', { name: 'Revoke Deployer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke application' }).click();
    await heading(page, 'No applications yet');
    assert.notEqual((await tokenFor(id, renewed)).status, 200);
    assertQuiet(visit, service, /status of 422/);
    await visit.context.close();
  });

  if (isFullSuite()) {
    it('the audit log shows actions with users, can be filtered and paged, and is available as CSV', async () => {
      for (let index = 0; index < 60; index += 1) {
        const { id } = await send('POST', '/tokens', { token: { name: `many ${index}` } });
        await service.fetch(`/tokens/${id}`, { method: 'DELETE' });
      }
      const visit = await openVisit(browser);
      const { page } = visit;
      await page.goto(`${service.url}/app/account/audit`);
      await handOverToken(page, service.token);
      const log = rows(page, 'Audit log');
      await until('a page of it', async () => (await log.count()) === 50, patienceMs);
      assert.match(
        (await log.first().textContent()) ?? '',
        /owner@localhost.*Sign in.*✓ succeeded.*127\.0\.0\.1/,
      );
      await page.getByRole('button', { name: 'Show older entries' }).click();
      await until(
        'older ones',
        async () => (await page.getByRole('table').getAttribute('aria-rowcount')) === '101',
      );
      await page.getByLabel('Action').selectOption({ label: 'Accept invitation or reset password' });
      await page.waitForURL(/action=POST/);
      // One of them tried a password that is too short first.
      await until('the accepted invitations', async () => (await log.count()) === 5, patienceMs);
      assert.match((await log.last().textContent()) ?? '', /unknown.*Accept invitation.*✕ rejected/);
      const grace = (await send('GET', '/users'))._embedded.users.find(
        (user: Json) => user.email === 'grace@example.com',
      );
      await page.getByLabel('User').selectOption(String(grace.id));
      await until('one of them', async () => (await log.count()) === 1, patienceMs);
      assert.match((await log.first().textContent()) ?? '', /grace@example\.com.*Accept invitation/);
      const coming = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download CSV' }).click();
      const csv = await readFile(await (await coming).path(), 'utf8');
      assert.equal(csv.trim().split('\n').length, 2, csv);
      assert.match(csv, /grace@example\.com/);
      await page.goto(`${service.url}/app/account/audit?action=nothing`);
      await heading(page, 'No entries match these filters');
      assertQuiet(visit, service);
      await visit.context.close();
    });

    it('a user signed out elsewhere signs in again and returns to the same page', async () => {
      const first = await joined('mel@example.com', 'member', '/app/account');
      const second = await openVisit(browser);
      await second.page.goto(`${service.url}/app/account/tokens`);
      await signInByPassword(second.page, 'mel@example.com');
      await second.page.getByLabel('Name', { exact: true }).fill('from here');
      await first.page.reload();
      const other = rows(first.page, 'Active sessions')
        .filter({ hasText: 'Chrome' })
        .filter({ hasNotText: 'this browser' });
      await other.getByRole('button').click({ timeout: patienceMs });
      await first.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
      await other.waitFor({ state: 'detached', timeout: patienceMs });
      await second.page.getByRole('button', { name: 'Create token' }).click();
      await second.page
        .getByText('You are no longer signed in as mel@example.com')
        .waitFor({ timeout: patienceMs });
      await signInByPassword(second.page, 'mel@example.com');
      await second.page.getByRole('button', { name: 'Create token' }).waitFor({ timeout: patienceMs });
      assert.equal(second.page.url(), `${service.url}/app/account/tokens`);
      for (const visit of [first, second]) {
        assertQuiet(visit, service);
        await visit.context.close();
      }
    });

    it('a changed role and the removal of a user take effect on open pages', async () => {
      const theirs = await joined('rob@example.com', 'member', '/app/account/applications');
      await theirs.page
        .getByRole('button', { name: 'Register application' })
        .waitFor({ timeout: patienceMs });
      const ours = await owner('/app/account/people');
      await ours.page.getByLabel('Role of rob@example.com').selectOption('viewer', { timeout: patienceMs });
      await ours.page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
      await until(
        'he is a viewer',
        async () => (await ours.page.getByLabel('Role of rob@example.com').inputValue()) === 'viewer',
        patienceMs,
      );
      await theirs.page.getByLabel('Name', { exact: true }).fill('x');
      await theirs.page.getByRole('radio', { name: /^Machine/ }).check();
      await theirs.page.getByRole('button', { name: 'Register application' }).click();
      await theirs.page.getByText('Your role is viewer').waitFor({ timeout: patienceMs });

      await ours.page.getByRole('button', { name: 'Remove rob@example.com' }).click();
      await ours.page.getByRole('dialog').getByRole('button', { name: 'Remove user' }).click();
      await ours.page
        .getByRole('button', { name: 'Remove rob@example.com' })
        .waitFor({ state: 'detached', timeout: patienceMs });
      await theirs.page.getByRole('link', { name: 'Users' }).click();
      await theirs.page
        .getByText('You are no longer signed in as rob@example.com')
        .waitFor({ timeout: patienceMs });
      assert.ok(!(await theirs.page.content()).includes('grace@example.com'));
      await signInByPassword(theirs.page, 'rob@example.com');
      await theirs.page.getByText('Incorrect e-mail address or password.').waitFor();
      assertQuiet(theirs, service, /status of 403/);
      assertQuiet(ours, service);
      await theirs.context.close();
      await ours.context.close();
    });
  }

  it('has no axe-core violations and no horizontal overflow', async () => {
    const { link } = await send('POST', '/invitations', {
      invitation: { email: 'a.rather.long.name@subdomain.of.example.com', role: 'viewer' },
    });
    await send('POST', '/applications', {
      application: {
        name: 'Nightly',
        grant_types: ['client_credentials'],
        confidential: true,
        scopes: ['read'],
      },
    });
    const stranger = await openVisit(browser);
    const member = await owner('/app');
    const looks: [visit: Visit, address: string, sign: string][] = [
      [stranger, `${service.url}/app/sign-in`, 'Use an API token'],
      [stranger, link, 'Your name'],
      [member, `${service.url}/app/account`, 'Chrome on Linux'],
      [member, `${service.url}/app/account/people`, 'Expires'],
      [member, `${service.url}/app/account/tokens`, 'Last used'],
      [member, `${service.url}/app/account/applications`, 'Registered'],
      [member, `${service.url}/app/account/clouds`, 'External id'],
      [member, `${service.url}/app/account/audit?action=POST%20/invitations`, 'Authentication'],
    ];
    for (const [{ page }, address, sign] of looks) {
      // A link of an invitation is opened; pages of a member follow each other in the same document.
      if (page === stranger.page) await page.goto(address);
      else await followLink(page, address);
      await page.getByText(sign).first().waitFor({ timeout: patienceMs });
      for (const { colorScheme, width } of looksOfSuite()) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const where = `${new URL(address).pathname}, ${colorScheme}, ${width}`;
        assert.deepEqual(await violationsOf(page), [], where);
        const spare = (await page.evaluate('innerWidth - document.documentElement.scrollWidth')) as number;
        assert.ok(spare >= 0, `${where}: ${-spare} pixels too wide`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await stranger.context.close();
    await member.context.close();
  });
});

import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { openVisit, type Visit, type VisitOptions } from './browser.ts';
import type { TestService } from './service.ts';

/** The session of each service's owner, so that only the first visit goes through the form. */
const sessions = new WeakMap<TestService, VisitOptions['session'] & object>();

/** Opens a page of the dashboard as its owner: signs in with the token unless the session is still valid. */
export async function visitAsMember(
  browser: Browser,
  service: TestService,
  path: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const session = sessions.get(service);
  const visit = await openVisit(browser, { ...options, ...(session && { session }) });
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
  await visit.page.goto(service.url + path);
  const signOut = visit.page.getByRole('button', { name: 'Sign out' });
  await signOut
    .or(visit.page.getByRole('button', { name: 'Sign in', exact: true }))
    .first()
    .waitFor();
  if (!(await signOut.isVisible())) {
    await handOverToken(visit.page, service.token);
    await signOut.waitFor();
    sessions.set(service, await visit.context.storageState());
  }
  return visit;
}

/** Clicks a link to another page of the dashboard, which then replaces the current one in the same document. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate(`(() => {
    const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(address)} });
    document.body.append(link);
    link.click();
    link.remove();
  })()`);
  await page.waitForURL(new URL(address, page.url()).href);
}

/** Fills in and submits the sign-in form with a token. */
export async function handOverToken(page: Page, token: string): Promise<void> {
  const field = page.getByLabel('API token');
  const other = page.getByRole('button', { name: 'Use an API token' });
  await field.or(other).first().waitFor();
  // Without any passwords, the token form is shown at once.
  if (await other.isVisible()) await other.click();
  await field.fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
}

/** No violations of the policy, no exceptions, no external requests; `expected` are errors provoked by the test. */
export function assertQuiet({ requests, problems }: Visit, service: TestService, expected?: RegExp): void {
  const foreign = requests.filter((url) => new URL(url).origin !== service.url);
  assert.deepEqual(foreign, []);
  const rest = problems.filter((text) => !/status of 401/.test(text) && !expected?.test(text));
  assert.deepEqual(rest, []);
}

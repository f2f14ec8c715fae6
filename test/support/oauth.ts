import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { openVisit, type Visit } from './browser.ts';
import type { Json, TestService } from './service.ts';
import { until } from './until.ts';

/** A third-party application: another site with a sign-in link and a callback address. */
export interface TestApplication {
  /** Opens a page of another site, and follows its link to the service. */
  begin(page: Page, authorizeUrl: URL): Promise<void>;
  callback: string;
  /** The next callback address. */
  arrival(): Promise<URL>;
  close(): Promise<void>;
}

export async function startApplication(): Promise<TestApplication> {
  const arrivals: URL[] = [];
  const server: Server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', `http://127.0.0.1`);
    if (address.pathname === '/start') {
      const to = (address.searchParams.get('to') ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="${to}">Sign in with Spate</a>`);
      return;
    }
    if (address.pathname === '/callback') arrivals.push(new URL(request.url ?? '', callback));
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back at the application</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const callback = `http://127.0.0.1:${port}/callback`;
  return {
    callback,
    async begin(page, to) {
      await page.goto(`http://localhost:${port}/start?to=${encodeURIComponent(to.href)}`);
      await page.getByRole('link', { name: 'Sign in with Spate' }).click();
    },
    arrival: () => until('the browser comes back to the application', () => arrivals.shift()),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export async function register(
  service: TestService,
  application: Record<string, unknown>,
): Promise<{ id: string; secret: string | null }> {
  return service.json<Json>('/api/applications', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ application }),
  });
}

/** A real OAuth client, configured with the address of the service only. */
export function discover(
  service: TestService,
  { id, secret }: { id: string; secret: string | null },
): Promise<oauth.Configuration> {
  return secret === null
    ? oauth.discovery(new URL(service.url), id, undefined, oauth.None())
    : oauth.discovery(new URL(service.url), id, secret);
}

export interface CodeRequest {
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string };
}

export async function askForCode(
  config: oauth.Configuration,
  redirectUri: string,
  scope: string,
): Promise<CodeRequest> {
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const expectedState = oauth.randomState();
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: expectedState,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  return { url, checks: { pkceCodeVerifier, expectedState } };
}

/** A browser with a signed-in user. */
export async function signedInVisit(
  browser: Browser,
  service: TestService,
  token = service.token,
): Promise<Visit> {
  const visit = await openVisit(browser);
  const answer = await visit.context.request.post(`${service.url}/app/api/session`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { session: { token } },
  });
  if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}.`);
  return visit;
}

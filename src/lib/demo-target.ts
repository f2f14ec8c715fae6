import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomDuration, seededRandom } from './seeded-random.ts';

/** Behaviour of one page of the sample shop. */
export interface TargetPage {
  /** Median response time. */
  medianMs: number;
  /** Share of responses with status 500. */
  brokenShare: number;
  /** Share of responses with status 200 and an error text in the body, which only an assertion detects. */
  sorryShare: number;
}

export interface PageCount {
  requests: number;
  /** Both kinds of failures. */
  failed: number;
}

/** A small web shop that counts its requests. */
export interface Target {
  url: string;
  port: number;
  /** By first path segment; only requested paths. */
  counts(): Record<string, PageCount>;
  stop(): Promise<void>;
}

export const shopPages: Readonly<Record<string, TargetPage>> = {
  '/': { medianMs: 12, brokenShare: 0, sorryShare: 0 },
  '/search': { medianMs: 45, brokenShare: 0.01, sorryShare: 0 },
  '/product': { medianMs: 25, brokenShare: 0, sorryShare: 0.02 },
  '/cart': { medianMs: 35, brokenShare: 0, sorryShare: 0 },
  '/checkout': { medianMs: 90, brokenShare: 0.03, sorryShare: 0 },
};

/** No delay and no failures; for tests that only count. */
export const steadyPages: Readonly<Record<string, TargetPage>> = Object.fromEntries(
  Object.keys(shopPages).map((path) => [path, { medianMs: 0, brokenShare: 0, sorryShare: 0 }]),
);

export interface TargetOptions {
  /** The same seed gives the same sequence of failures. */
  seed?: number;
  /** Default: a free port. */
  port?: number;
  /** Further connections are closed. Default: no limit. */
  maxConnections?: number;
}

/** Listens on 127.0.0.1. */
export async function startTarget(
  pages = shopPages,
  { seed = 1, port: wantedPort = 0, maxConnections }: TargetOptions = {},
): Promise<Target> {
  const counts = new Map<string, PageCount>();
  const random = seededRandom(seed);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  // Idle connections must stay open: a request on a closing connection would be counted only by the generator.
  server.keepAliveTimeout = 120_000;
  if (maxConnections !== undefined) server.maxConnections = maxConnections;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = `/${new URL(request.url ?? '/', 'http://target').pathname.split('/')[1]}`;
    const page = pages[path];
    const fate = random();
    const isBroken = page !== undefined && fate < page.brokenShare;
    const isSorry = page !== undefined && !isBroken && fate < page.brokenShare + page.sorryShare;
    count(path, isBroken || isSorry || page === undefined);
    request.resume();
    if (page !== undefined && page.medianMs > 0) await sleep(randomDuration(random, page.medianMs, 0.5));
    if (page === undefined) return reply(response, 404, `Nothing at ${path}.`);
    if (isBroken) return reply(response, 500, 'The database is on holiday.');
    reply(
      response,
      200,
      isSorry ? 'Sorry, sold out.' : `Welcome to ${path}. order=${Math.floor(random() * 1e6)}.`,
    );
  }

  function count(path: string, isFailed: boolean): void {
    const sofar = counts.get(path) ?? { requests: 0, failed: 0 };
    counts.set(path, { requests: sofar.requests + 1, failed: sofar.failed + (isFailed ? 1 : 0) });
  }

  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    counts: () => Object.fromEntries(counts),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function reply(response: ServerResponse, status: number, sentence: string): void {
  const body = `<!doctype html><title>Shop</title><p>${sentence}</p>\n`;
  response.writeHead(status, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

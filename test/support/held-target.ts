import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Pages that answer up to a number of requests; further requests, and with them the run, wait until more are allowed.
 */
export interface HeldTarget {
  port: number;
  /** Number of received requests under this path, answered or not. */
  requestsTo(path: string): number;
  /** Sets the total number of requests under this path that are answered. */
  allow(path: string, requests: number): void;
  stop(): Promise<void>;
}

export async function startHeldTarget(options: {
  latencyMs: number;
  /** Requests under each path that are always answered. */
  allowed: number;
}): Promise<HeldTarget> {
  const pages = new Map<string, { requests: number; allowed: number; waiting: (() => void)[] }>();
  const pageOf = (path: string) => {
    const page = pages.get(path) ?? { requests: 0, allowed: options.allowed, waiting: [] };
    pages.set(path, page);
    return page;
  };
  const server = createServer(async (request, response) => {
    const page = pageOf(request.url ?? '/');
    page.requests += 1;
    request.resume();
    if (page.requests > page.allowed) await new Promise<void>((resolve) => page.waiting.push(resolve));
    await sleep(options.latencyMs);
    response.end('released\n');
  });
  // Closing an idle connection could fail a request that the target never sees.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requestsTo: (path) => pageOf(path).requests,
    allow(path, requests) {
      const page = pageOf(path);
      const more = requests - page.allowed;
      page.allowed = requests;
      for (const answer of page.waiting.splice(0, more)) answer();
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

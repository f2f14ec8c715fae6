import type { Response } from 'playwright-core';
import type { UserSession } from '../session.ts';
import { loadStateOf } from './load-state.ts';

export interface VisitOptions {
  timeout?: number;
  waitUntil?: unknown;
  referer?: string;
}

/** Statuses such as 404 or 500 are no failure of the visit. */
export async function visit(
  session: UserSession,
  url: string,
  options: VisitOptions = {},
): Promise<Response | null> {
  const timeout = options.timeout ?? session.settings.waitTimeout;
  session.useFrame(null);
  return session.page.goto(String(url), {
    timeout,
    waitUntil: loadStateOf(options.waitUntil),
    referer: options.referer,
  });
}

import type { Response } from 'playwright-core';
import type { UserSession } from '../session.ts';

export interface VisitOptions {
  timeout?: number;
  waitUntil?: unknown;
  referer?: string;
}

type LoadState = 'commit' | 'domcontentloaded' | 'load' | 'networkidle';

const byStrength: LoadState[] = ['commit', 'domcontentloaded', 'load', 'networkidle'];

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

/** Names of both libraries; of several the one that comes last. */
export function loadStateOf(wanted: unknown): LoadState {
  const states = [wanted].flat().map((name) => (/^networkidle/.test(String(name)) ? 'networkidle' : name));
  const strongest = Math.max(...states.map((name) => byStrength.indexOf(name as LoadState)));
  return byStrength[strongest] ?? 'load';
}

import { captureCallSite } from '../errors/call-site.ts';
import { classify } from '../errors/classify.ts';
import type { ErrorSource } from '../errors/structured-error.ts';
import type { UserSession } from '../session.ts';
import { sleep } from '../sleep.ts';

export interface ActionKind {
  name: string;
  source?: ErrorSource;
  /** Whether think time precedes it. */
  hasDelay?: boolean;
  /** Whether an open dialog may stay open. */
  keepsDialog?: boolean;
  args?: unknown[];
}

/**
 * Runs one action of a script: think time first, errors with the script's own line. A script need not await the promise:
 * a rejection is marked as handled, so that it does not end the process.
 */
export function act<T>(session: UserSession, kind: ActionKind, body: () => Promise<T>): Promise<T> {
  const site = captureCallSite();
  const result = run(session, kind, body, site);
  result.catch(() => {});
  return result;
}

async function run<T>(
  session: UserSession,
  kind: ActionKind,
  body: () => Promise<T>,
  site: string,
): Promise<T> {
  const source = kind.source ?? 'browser';
  try {
    if (kind.hasDelay) await pause(session);
    if (!kind.keepsDialog) await session.dialogs.dismiss();
    if (source === 'browser') session.options.observer.onAction(kind.name, describe(kind.args ?? []));
    return await body();
  } catch (error) {
    const structured = classify(error, source, `${source}.${kind.name}`);
    structured.stack = `${structured.name}: ${structured.message}\n${site}`;
    throw structured;
  }
}

async function pause(session: UserSession): Promise<void> {
  const { actionDelay } = session.settings;
  if (!session.isInHook) await session.think.during(() => sleep(actionDelay));
}

const maxTextLength = 120;

function describe(args: unknown[]): string {
  const text = args.map(describeOne).join(', ');
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

function describeOne(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'toErrorString' in value) return String(value);
  if (typeof value === 'function') return 'function';
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

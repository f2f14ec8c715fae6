import type { UserSession } from '../session.ts';
import { sleep } from '../sleep.ts';
import { pauseMs } from '../time-units.ts';
import { Condition, waitTimedOut } from './condition.ts';

interface ForeignCondition {
  desc?: string;
  waitFor(frame: unknown, page: unknown, options: object): Promise<unknown>;
}

/** Waits for a condition or for some time. */
export async function waitFor(session: UserSession, what: unknown): Promise<unknown> {
  if (typeof what === 'number' || typeof what === 'string') return sleep(pauseMs(what));
  if (!isAboutDialog(what)) await session.dialogs.dismiss();
  if (what instanceof Condition) return what.waitIn(session);
  if (!isForeign(what)) throw new Error('wait needs a condition of Until, a number or a text such as "2s"');
  const timeoutMs = session.settings.waitTimeout;
  try {
    return await what.waitFor(session.frame, session.page, { timeout: timeoutMs });
  } catch (error) {
    throw waitTimedOut(`for ${what.desc ?? 'a condition of the script'}`, timeoutMs, error as Error);
  }
}

function isAboutDialog(what: unknown): boolean {
  return what instanceof Condition && what.isAboutDialog;
}

/** A condition of the script's own. */
function isForeign(what: unknown): what is ForeignCondition {
  return typeof what === 'object' && what !== null && 'waitFor' in what && typeof what.waitFor === 'function';
}

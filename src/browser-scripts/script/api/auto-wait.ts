import type { UserSession } from '../session.ts';
import { isLocatable } from './find.ts';
import { Until } from './until.ts';

/** Waits before an action as the settings ask for, for each argument that means an element. */
export async function autoWait(session: UserSession, args: unknown[]): Promise<void> {
  const { waitUntil } = session.settings;
  if (waitUntil === false) return;
  for (const target of args.filter(isLocatable)) {
    if (waitUntil === 'present') await Until.elementLocated(target).waitIn(session);
    else await Until.elementIsVisible(target).waitIn(session);
    if (waitUntil === 'ready') await Until.elementIsEnabled(target).waitIn(session);
  }
}

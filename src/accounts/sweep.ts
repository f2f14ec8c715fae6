import { deleteAuditBefore } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { deleteOldInvitations } from '../store/invitations.ts';
import { databaseNowMs } from '../store/now.ts';
import { deleteExpiredRecords } from '../store/oauth-records.ts';
import { deleteOldSessions } from '../store/sessions.ts';
import { deleteExpiredSignInLinks } from '../store/sign-in-links.ts';
import { deleteFullThrottles } from '../store/throttles.ts';

/** Batch size: locks are held only briefly. */
const entriesAtOnce = 5_000;

/** Removes ended sessions, invitations and sign-in links, and audit entries older than the given age; 0 keeps them forever. */
export async function sweepAccess(
  database: Database,
  { auditDays }: { auditDays: number },
  atOnce = entriesAtOnce,
): Promise<void> {
  await deleteExpiredRecords(database);
  await deleteOldSessions(database);
  await deleteOldInvitations(database);
  await deleteExpiredSignInLinks(database);
  await deleteFullThrottles(database, await databaseNowMs(database));
  if (auditDays === 0) return;
  while ((await deleteAuditBefore(database, auditDays, atOnce)) === atOnce);
}

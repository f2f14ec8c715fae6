import { deleteAuditBefore } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { deleteOldInvitations } from '../store/invitations.ts';
import { deleteExpiredRecords } from '../store/oauth-records.ts';
import { deleteOldSessions } from '../store/sessions.ts';
import { deleteFullThrottles } from '../store/throttles.ts';

/** Each step holds its locks for a short while only. */
const entriesAtOnce = 5_000;

/** Removes what lets nobody in any more, and entries of the audit log that are older than this; 0 keeps them for ever. */
export async function sweepAccess(
  database: Database,
  { auditDays }: { auditDays: number },
  atOnce = entriesAtOnce,
): Promise<void> {
  await deleteExpiredRecords(database);
  await deleteOldSessions(database);
  await deleteOldInvitations(database);
  await deleteFullThrottles(database, Date.now());
  if (auditDays === 0) return;
  while ((await deleteAuditBefore(database, auditDays, atOnce)) === atOnce);
}

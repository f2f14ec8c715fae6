import { randomBytes } from 'node:crypto';
import { hashToken } from '../lib/seal.ts';
import type { Database, Queryable } from '../store/database.ts';
import {
  endSessionById,
  findSessionActor,
  insertSession,
  listSessions,
  touchSession,
} from '../store/sessions.ts';
import { noteSignIn } from '../store/users.ts';
import type { Accounts, Browser, SignedIn } from './accounts.ts';
import { notFound } from './checks.ts';

const maxUserAgent = 300;

type Sessions = Pick<Accounts, 'authenticateSession' | 'startSession' | 'sessions' | 'endSession'>;

export function createSessions(database: Database): Sessions {
  return {
    async authenticateSession(secret) {
      const found = await findSessionActor(database, hashToken(secret));
      if (!found) return undefined;
      const { isUseStale, ...actor } = found;
      if (isUseStale && actor.means.kind === 'session') await touchSession(database, actor.means.id);
      return actor;
    },
    startSession: (userId, from) => database.transaction((tx) => beginSession(tx, userId, from, null)),
    sessions: (actor) => listSessions(database, actor.userId),
    async endSession(actor, sessionId) {
      if (!(await endSessionById(database, actor.userId, sessionId))) throw notFound('session', sessionId);
    },
  };
}

/** Starts a browser session as part of a transaction. */
export async function beginSession(
  tx: Queryable,
  userId: number,
  { address, userAgent }: Browser,
  tokenId: number | null,
): Promise<SignedIn> {
  const secret = randomBytes(32).toString('base64url');
  const hash = hashToken(secret);
  await insertSession(tx, { userId, hash, address, userAgent: userAgent.slice(0, maxUserAgent), tokenId });
  await noteSignIn(tx, userId);
  const found = await findSessionActor(tx, hash);
  if (!found) throw new Error(`User ${userId} was removed during sign-in.`);
  const { isUseStale: _, ...actor } = found;
  return { actor, secret };
}

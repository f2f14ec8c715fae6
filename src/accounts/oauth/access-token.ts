import type { Actor } from '../../domain/account.ts';
import { type Scope, scopes } from '../../domain/scopes.ts';
import { hashToken } from '../../lib/seal.ts';
import type { Queryable } from '../../store/database.ts';
import { findTokenHolder } from '../../store/oauth-records.ts';
import { builtInClientIds, builtInName } from './clients.ts';

/** The actor of an OAuth access token, or undefined. Uses one query. */
export async function findAccessTokenActor(db: Queryable, token: string): Promise<Actor | undefined> {
  const holder = await findTokenHolder(db, hashToken(token), builtInClientIds);
  if (!holder) return undefined;
  const { accountId, userId, role, scope, applicationId, applicationName } = holder;
  const name = applicationName ?? builtInName(applicationId) ?? applicationId;
  return {
    accountId,
    userId,
    role,
    scopes: (scope ?? '').split(' ').filter(isScope),
    projectId: null,
    means: { kind: 'application', id: applicationId, name },
  };
}

function isScope(word: string): word is Scope {
  return (scopes as readonly string[]).includes(word);
}

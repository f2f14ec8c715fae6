import type { Actor } from '../domain/account.ts';
import { scopes } from '../domain/scopes.ts';

/** An actor with the owner role and all scopes. */
export function ownerOf(accountId: number): Actor {
  const means = { kind: 'token', id: 1, name: 'primary' } as const;
  return { accountId, userId: 1, role: 'owner', scopes, projectId: null, means };
}

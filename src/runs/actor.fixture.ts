import type { Actor } from '../domain/account.ts';
import { scopes } from '../domain/scopes.ts';

/** Somebody who may do everything in an account. */
export function ownerOf(accountId: number): Actor {
  const means = { kind: 'token', id: 1, name: 'primary' } as const;
  return { accountId, userId: 1, role: 'owner', scopes, projectId: null, means };
}

import type { Actor } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import { scopes } from '../domain/scopes.ts';
import type { Queryable } from '../store/database.ts';
import { tokenEndOf } from '../store/tokens.ts';
import { builtInName } from './oauth/clients.ts';

/** Whether the authentication has no expiry: false for tokens that expire and for applications. */
export async function isLasting(db: Queryable, actor: Actor): Promise<boolean> {
  return !isForeignApplication(actor) && (await tokenEndOf(db, actor.means)) === null;
}

/** Whether the authentication has all permissions without expiry: required to create such access. */
export async function hasFullPower(db: Queryable, actor: Actor): Promise<boolean> {
  const isWhole = scopes.every((scope) => actor.scopes.includes(scope)) && actor.projectId === null;
  return isWhole && (await isLasting(db, actor));
}

/** Applications cannot create lasting resources, which would survive their revocation. */
export function refuseForeignApplication(actor: Actor, what: string): void {
  if (isForeignApplication(actor))
    throw new AppError(
      'not_allowed',
      `An application cannot create ${what}: they would stay when it is revoked. Sign in, or use your own token.`,
    );
}

/** The CLI counts as the user. */
function isForeignApplication({ means }: Actor): boolean {
  return means.kind === 'application' && builtInName(means.id) === undefined;
}

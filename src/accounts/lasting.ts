import type { Actor } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import { scopes } from '../domain/scopes.ts';
import type { Queryable } from '../store/database.ts';
import { tokenEndOf } from '../store/tokens.ts';
import { builtInName } from './oauth/clients.ts';

/** Whether what somebody gives away may outlive what they are known by: not a token that ends, nor an application. */
export async function isLasting(db: Queryable, actor: Actor): Promise<boolean> {
  return !isForeignApplication(actor) && (await tokenEndOf(db, actor.means)) === null;
}

/** What lets a person do everything from then on is for those who can already, and are not let in for a while only. */
export async function hasFullPower(db: Queryable, actor: Actor): Promise<boolean> {
  const isWhole = scopes.every((scope) => actor.scopes.includes(scope)) && actor.projectId === null;
  return isWhole && (await isLasting(db, actor));
}

/** Once an application is revoked, nothing that it was given may be left: so it makes nothing that stays. */
export function refuseForeignApplication(actor: Actor, what: string): void {
  if (isForeignApplication(actor))
    throw new AppError(
      'not_allowed',
      `An application cannot make ${what}: they would stay when it is revoked. Sign in, or use a token of yours.`,
    );
}

/** The command line is the person themselves. */
function isForeignApplication({ means }: Actor): boolean {
  return means.kind === 'application' && builtInName(means.id) === undefined;
}

import { AppError } from '../../domain/errors.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { findOpenInvitationByEmail } from '../../store/invitations.ts';
import { findOpenIdLinkByEmail, findUserByOpenId, linkOpenId } from '../../store/openid.ts';
import type { Browser, SignedIn } from '../accounts.ts';
import { takeInvitation } from '../invitations.ts';
import { beginSession } from '../sessions.ts';

/** User identity of the OpenID Connect provider. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Undefined if the provider has not verified it. */
  email: string | undefined;
  name: string | null;
}

/** Signs in an existing or invited user; others are rejected. */
export async function enter(database: Database, identity: Identity, from: Browser): Promise<SignedIn> {
  return database.transaction(async (tx) => {
    const userId =
      (await findUserByOpenId(tx, identity.issuer, identity.subject)) ?? (await becomeKnown(tx, identity));
    return beginSession(tx, userId, from, null);
  });
}

async function becomeKnown(tx: Queryable, { issuer, subject, email, name }: Identity): Promise<number> {
  if (email === undefined)
    throw new AppError('not_allowed', 'The OpenID Connect provider sent no verified e-mail address.');
  const known = await findOpenIdLinkByEmail(tx, issuer, email);
  if (known && known.subject !== null)
    throw new AppError(
      'not_allowed',
      `${email} is linked to another identity of the same provider. Ask an owner of the account.`,
    );
  const userId = known?.userId ?? (await join(tx, email, name));
  await linkOpenId(tx, userId, { issuer, subject });
  return userId;
}

async function join(tx: Queryable, email: string, name: string | null): Promise<number> {
  const invitation = await findOpenInvitationByEmail(tx, email);
  if (!invitation)
    throw new AppError('not_allowed', `There is no user ${email}. Ask an owner to invite you.`);
  return (await takeInvitation(tx, invitation, { name, passwordHash: null })).id;
}

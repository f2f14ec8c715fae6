import { AppError } from '../../domain/errors.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { findOpenInvitationByEmail } from '../../store/invitations.ts';
import { findOpenIdLinkByEmail, findUserByOpenId, linkOpenId } from '../../store/openid.ts';
import type { Browser, SignedIn } from '../accounts.ts';
import { takeInvitation } from '../invitations.ts';
import { beginSession } from '../sessions.ts';

/** Somebody as the team's own provider knows them. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Undefined: the provider tells none that it has verified. */
  email: string | undefined;
  name: string | null;
}

/** Signs in a person of the account, or somebody who was invited; nobody else becomes one. */
export async function enter(database: Database, identity: Identity, from: Browser): Promise<SignedIn> {
  return database.transaction(async (tx) => {
    const userId =
      (await findUserByOpenId(tx, identity.issuer, identity.subject)) ?? (await becomeKnown(tx, identity));
    return beginSession(tx, userId, from, null);
  });
}

async function becomeKnown(tx: Queryable, { issuer, subject, email, name }: Identity): Promise<number> {
  if (email === undefined)
    throw new AppError(
      'not_allowed',
      'Your provider tells no e-mail address that it has verified, so nobody here knows who you are.',
    );
  const known = await findOpenIdLinkByEmail(tx, issuer, email);
  if (known && known.subject !== null)
    throw new AppError(
      'not_allowed',
      `Somebody else has signed in here as ${email} from the same provider. Ask an owner.`,
    );
  const userId = known?.userId ?? (await join(tx, email, name));
  await linkOpenId(tx, userId, { issuer, subject });
  return userId;
}

async function join(tx: Queryable, email: string, name: string | null): Promise<number> {
  const invitation = await findOpenInvitationByEmail(tx, email);
  if (!invitation)
    throw new AppError('not_allowed', `Nobody here is known as ${email}. Ask an owner to invite you.`);
  return (await takeInvitation(tx, invitation, { name, passwordHash: null })).id;
}

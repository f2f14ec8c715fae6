import type { Accounts } from '../accounts/accounts.ts';
import type { Audit } from '../accounts/audit.ts';
import { signInAddress } from '../api/resources/sign-in-links.ts';

/** A link that signs in the user of the first token, as from a request of this machine, which can read the token anyway. */
export async function createFirstLink(
  { accounts, audit, token }: { accounts: Accounts; audit: Audit; token: string },
  origin: string,
): Promise<{ link: string; expiresAt: Date } | null> {
  const actor = await accounts.authenticate(token);
  if (!actor) return null;
  const { secret, expiresAt } = await accounts.createSignInLink(actor);
  await audit.record({ actor, address: '127.0.0.1', action: 'POST /sign-in-links', status: 201 });
  return { link: signInAddress(origin, secret), expiresAt };
}

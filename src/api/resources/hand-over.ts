import type { NewInvitationResource } from '../../contract/resources/invitation.ts';
import type { Invitation } from '../../domain/account.ts';
import type { Exchange } from '../exchange.ts';
import { timestamp } from '../hal/links.ts';
import { invitationResource } from '../hal/people.ts';

/** Resource with the link of an invitation or password reset; also sends it by e-mail if configured. */
export async function handOver(
  exchange: Exchange,
  { invitation, secret }: { invitation: Invitation; secret: string },
): Promise<NewInvitationResource> {
  // The fragment is never sent to servers or proxies, so it is not logged.
  const link = `${exchange.addresses.origin}/app/join#${secret}`;
  return { ...invitationResource(invitation), link, mailed: await mail(exchange, invitation, link) };
}

/** A mail error is not a failure: the link is returned anyway. */
async function mail(exchange: Exchange, invitation: Invitation, link: string): Promise<boolean> {
  const { mailer, log } = exchange.deps;
  if (!mailer) return false;
  const { subject, beginning } = wordsFor(invitation);
  const text = `${beginning}
${link}

The link works once and expires on ${timestamp(invitation.expiresAt)}. Ignore this mail if you do not expect it.
`;
  try {
    await mailer.send({ to: invitation.email, subject, text });
    return true;
  } catch (error) {
    log.warn({ err: error, invitationId: invitation.id }, 'invitation.mail.failed');
    return false;
  }
}

function wordsFor({ userId, invitedBy, role }: Invitation): { subject: string; beginning: string } {
  if (userId === null)
    return {
      subject: 'Join Spate',
      beginning: `${invitedBy} invited you to Spate as ${role}.\n\nOpen this link to join:`,
    };
  return {
    subject: 'Reset your password for Spate',
    beginning: `${invitedBy} created a password reset link for your Spate account.\n\nOpen this link to set a new password:`,
  };
}

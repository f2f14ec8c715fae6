import type { NewInvitationResource } from '../../contract/resources/invitation.ts';
import type { Invitation } from '../../domain/account.ts';
import type { Exchange } from '../exchange.ts';
import { timestamp } from '../hal/links.ts';
import { invitationResource } from '../hal/people.ts';

/** Shows the link of an invitation or a reset, and sends it where mail is set up. */
export async function handOver(
  exchange: Exchange,
  { invitation, secret }: { invitation: Invitation; secret: string },
): Promise<NewInvitationResource> {
  // What stands after # stays in the browser: no server and no proxy writes it into a log.
  const link = `${exchange.addresses.origin}/app/join#${secret}`;
  return { ...invitationResource(invitation), link, mailed: await mail(exchange, invitation, link) };
}

/** The link is shown in any case, so mail that cannot be sent is no failure. */
async function mail(exchange: Exchange, invitation: Invitation, link: string): Promise<boolean> {
  const { mailer, log } = exchange.deps;
  if (!mailer) return false;
  const { subject, beginning } = wordsFor(invitation);
  const text = `${beginning}
${link}

It is good once, until ${timestamp(invitation.expiresAt)}. If you do not expect it, leave it alone.
`;
  try {
    await mailer.send({ to: invitation.email, subject, text });
    return true;
  } catch (error) {
    log.warn({ err: error, invitationId: invitation.id }, 'a link could not be sent by mail');
    return false;
  }
}

function wordsFor({ userId, invitedBy, role }: Invitation): { subject: string; beginning: string } {
  if (userId === null)
    return {
      subject: 'Join Spate',
      beginning: `${invitedBy} invites you to Spate as ${role}.\n\nOpen this link to join:`,
    };
  return {
    subject: 'Set a new password for Spate',
    beginning: `${invitedBy} lets you set a new password for Spate.\n\nOpen this link to choose it:`,
  };
}

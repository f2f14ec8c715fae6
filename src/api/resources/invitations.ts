import {
  invitationListSchema,
  newInvitationSchema,
  openInvitationSchema,
} from '../../contract/resources/invitation.ts';
import { sessionSchema } from '../../contract/resources/session.ts';
import type { Exchange } from '../exchange.ts';
import { invitationListResource, invitationResource } from '../hal/people.ts';
import { type Answer, created, noContent, ok, type Route } from '../route.ts';
import { acceptSchema, lookSchema, newUserSchema } from '../schemas/account.ts';
import { handOver } from './hand-over.ts';
import { numericId } from './numeric-id.ts';
import { withCookie } from './session.ts';

export const invitationRoutes: Route[] = [
  {
    method: 'GET',
    path: '/invitations',
    summary: 'List open invitations',
    changesState: false,
    success: { status: 200, schema: invitationListSchema },
    handle: async (exchange) =>
      ok(invitationListResource(await exchange.deps.accounts.invitations(exchange.actor))),
  },
  {
    method: 'POST',
    path: '/invitations',
    summary:
      'Invite a user: creates a single-use link that expires after 7 days; a newer invitation replaces it',
    changesState: true,
    body: { root: 'invitation', fields: newUserSchema },
    success: { status: 201, schema: newInvitationSchema },
    handle: invite,
  },
  {
    method: 'DELETE',
    path: '/invitations/:invitationId',
    summary: 'Withdraw an invitation',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      const invitationId = numericId(exchange.param('invitationId'), 'invitation');
      await exchange.deps.accounts.withdrawInvitation(exchange.actor, invitationId);
      return noContent;
    },
  },
  {
    method: 'POST',
    path: '/invitations/look',
    summary: 'Get the invitation of a link; the secret is in the body, so that it is not logged',
    changesState: true,
    isLook: true,
    body: { root: 'invitation', fields: lookSchema },
    success: { status: 200, schema: openInvitationSchema },
    handle: async (exchange) => {
      const { secret = '' } = await exchange.fields('invitation', lookSchema);
      const invitation = await exchange.deps.accounts.openInvitation(secret, exchange.address);
      const { id: _, created_at: __, ...shown } = invitationResource(invitation);
      return ok({ purpose: invitation.userId === null ? 'join' : 'reset', ...shown });
    },
  },
  {
    method: 'POST',
    path: '/invitations/accept',
    summary:
      'Accept an invitation or password reset: creates the user, or sets the password and ends other sessions; signs in this browser',
    changesState: true,
    body: { root: 'invitation', fields: acceptSchema },
    success: { status: 201, schema: sessionSchema },
    handle: async (exchange) => {
      const { secret = '', password = '', name } = await exchange.fields('invitation', acceptSchema);
      const given = { secret, password, name: name ?? null };
      const signedIn = await exchange.deps.accounts.acceptInvitation(given, exchange.browser);
      exchange.note.actor = signedIn.actor;
      return withCookie(exchange, signedIn, 201);
    },
  },
];

async function invite(exchange: Exchange): Promise<Answer> {
  const { email = '', role = 'member' } = await exchange.fields('invitation', newUserSchema);
  exchange.note.target = email.trim();
  const made = await exchange.deps.accounts.invite(exchange.actor, { email, role });
  return created(await handOver(exchange, made), '/api/invitations');
}

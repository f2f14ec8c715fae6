import type { AuditEntryResource } from '../../contract/resources/audit.ts';
import type { InvitationListResource, InvitationResource } from '../../contract/resources/invitation.ts';
import type { SessionListResource } from '../../contract/resources/session.ts';
import type { AuditEntry, Invitation, Session } from '../../domain/account.ts';
import { link, timestamp } from './links.ts';

export function sessionListResource(
  sessions: readonly Session[],
  currentId: number | null,
): SessionListResource {
  return {
    _links: { self: link('/sessions') },
    total: sessions.length,
    _embedded: {
      sessions: sessions.map((session) => ({
        id: session.id,
        current: session.id === currentId,
        address: session.address,
        user_agent: session.userAgent,
        created_at: timestamp(session.createdAt),
        last_used_at: timestamp(session.lastUsedAt),
        expires_at: timestamp(session.expiresAt),
      })),
    },
  };
}

export function invitationResource(invitation: Invitation): InvitationResource {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    invited_by: invitation.invitedBy,
    created_at: timestamp(invitation.createdAt),
    expires_at: timestamp(invitation.expiresAt),
  };
}

export function invitationListResource(invitations: readonly Invitation[]): InvitationListResource {
  return {
    _links: { self: link('/invitations') },
    total: invitations.length,
    _embedded: { invitations: invitations.map(invitationResource) },
  };
}

export function auditEntryResource(entry: AuditEntry): AuditEntryResource {
  return {
    id: entry.id,
    at: timestamp(entry.at),
    user_id: entry.userId,
    email: entry.email,
    means: entry.means,
    address: entry.address,
    action: entry.action,
    target: entry.target,
    status: entry.status,
  };
}

import { part, query } from './addresses.ts';
import type { CallOptions, Calls } from './call-options.ts';
import type { AuditFilterInput, NewApplicationInput, NewTokenInput, RoleInput } from './inputs.ts';
import type {
  NewTokenResource,
  TokenListResource,
  UserListResource,
  UserResource,
} from './resources/account.ts';
import type { ApplicationListResource, NewApplicationResource } from './resources/application.ts';
import type { AuditListResource } from './resources/audit.ts';
import type {
  InvitationListResource,
  NewInvitationResource,
  OpenInvitationResource,
} from './resources/invitation.ts';
import type { SessionListResource, SessionResource, SignInWaysResource } from './resources/session.ts';
import type { SignInLinkResource } from './resources/sign-in-link.ts';

/** Calls for sessions, users, invitations, tokens, applications and the audit log. */
export function createPeopleCalls({ get, post, patch, remove, tell }: Calls) {
  return {
    session: {
      /** The signed-in user; fails with not_authenticated otherwise. */
      get: (more?: CallOptions) => get<SessionResource>('/session', more),
      ways: (more?: CallOptions) => get<SignInWaysResource>('/session/ways', more),
      /** Signs in this browser. */
      start: (proof: { token: string } | { email: string; password: string }, more?: CallOptions) =>
        post<SessionResource>('/session', { session: proof }, more),
      end: (more?: CallOptions) => remove('/session', more),
    },
    /** Links that sign one browser in. */
    signInLinks: {
      create: (more?: CallOptions) => post<SignInLinkResource>('/sign-in-links', {}, more),
      /** Signs in this browser. */
      use: (secret: string, more?: CallOptions) =>
        post<SessionResource>('/sign-in-links/use', { link: { secret } }, more),
    },
    /** Browser sessions of the caller. */
    sessions: {
      list: (more?: CallOptions) => get<SessionListResource>('/sessions', more),
      end: (id: number, more?: CallOptions) => remove(`/sessions/${id}`, more),
    },
    users: {
      list: (more?: CallOptions) => get<UserListResource>('/users', more),
      me: (more?: CallOptions) => get<UserResource>('/users/me', more),
      get: (id: number, more?: CallOptions) => get<UserResource>(`/users/${id}`, more),
      add: (user: { email: string; role?: RoleInput }, more?: CallOptions) =>
        post<UserResource>('/users', { user }, more),
      setRole: (id: number, role: RoleInput, more?: CallOptions) =>
        patch<UserResource>(`/users/${id}`, { user: { role } }, more),
      remove: (id: number, more?: CallOptions) => remove(`/users/${id}`, more),
      /** Creates a password reset link. */
      reset: (id: number, more?: CallOptions) => post<NewInvitationResource>(`/users/${id}/reset`, {}, more),
      rename: (name: string, more?: CallOptions) =>
        patch<UserResource>('/users/me', { user: { name } }, more),
      setPassword: (password: { current?: string; new: string }, more?: CallOptions) =>
        tell('/users/me/password', { password }, more),
    },
    invitations: {
      list: (more?: CallOptions) => get<InvitationListResource>('/invitations', more),
      add: (invitation: { email: string; role?: RoleInput }, more?: CallOptions) =>
        post<NewInvitationResource>('/invitations', { invitation }, more),
      withdraw: (id: number, more?: CallOptions) => remove(`/invitations/${id}`, more),
      /** The secret is in the body, so that it is not logged. */
      look: (secret: string, more?: CallOptions) =>
        post<OpenInvitationResource>('/invitations/look', { invitation: { secret } }, more),
      accept: (invitation: { secret: string; name?: string; password: string }, more?: CallOptions) =>
        post<SessionResource>('/invitations/accept', { invitation }, more),
    },
    tokens: {
      list: (more?: CallOptions) => get<TokenListResource>('/tokens', more),
      add: (token: NewTokenInput, more?: CallOptions) => post<NewTokenResource>('/tokens', { token }, more),
      remove: (id: number, more?: CallOptions) => remove(`/tokens/${id}`, more),
    },
    applications: {
      list: (more?: CallOptions) => get<ApplicationListResource>('/applications', more),
      add: (application: NewApplicationInput, more?: CallOptions) =>
        post<NewApplicationResource>('/applications', { application }, more),
      /** The old secret stops working immediately. */
      renewSecret: (id: string, more?: CallOptions) =>
        post<NewApplicationResource>(`/applications/${part(id)}/secret`, {}, more),
      revoke: (id: string, more?: CallOptions) => remove(`/applications/${part(id)}`, more),
    },
    audit: {
      /** Newest first; `before` is the id of the last known entry. */
      list: (filter: AuditFilterInput = {}, more?: CallOptions) =>
        get<AuditListResource>(`/audit${query({ ...filter })}`, more),
      csvPath: (filter: Pick<AuditFilterInput, 'user' | 'action'> = {}) =>
        `/audit.csv${query({ ...filter })}`,
    },
  };
}

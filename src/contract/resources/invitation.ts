import Type, { type Static } from 'typebox';
import { roleSchema } from './account.ts';
import { closed, countSchema, linkSchema, timestampSchema } from './common.ts';

const invitationProperties = {
  id: Type.Integer(),
  email: Type.String(),
  role: roleSchema,
  invited_by: Type.String({ description: 'E-mail address' }),
  created_at: timestampSchema,
  expires_at: timestampSchema,
};

export const invitationSchema = closed(invitationProperties);

export const newInvitationSchema = closed({
  ...invitationProperties,
  link: Type.String({
    description: 'Shown this once: whoever opens it joins, or sets the password, as this person',
  }),
  mailed: Type.Boolean({ description: 'Whether the link was also sent by mail' }),
});

export const invitationListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ invitations: Type.Array(invitationSchema) }),
});

/** What whoever holds the link is told before they join, or set a new password. */
export const openInvitationSchema = closed({
  purpose: Type.Enum(['join', 'reset'], {
    description: 'Reset: sets a new password of somebody who is there already',
  }),
  email: Type.String(),
  role: roleSchema,
  invited_by: Type.String(),
  expires_at: timestampSchema,
});

export type InvitationResource = Static<typeof invitationSchema>;
export type NewInvitationResource = Static<typeof newInvitationSchema>;
export type InvitationListResource = Static<typeof invitationListSchema>;
export type OpenInvitationResource = Static<typeof openInvitationSchema>;

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
    description: 'Shown only once. Anyone who opens it can join, or set the password, as this user',
  }),
  mailed: Type.Boolean({ description: 'Whether the link was also sent by e-mail' }),
});

export const invitationListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ invitations: Type.Array(invitationSchema) }),
});

/** Data for the holder of a link before it is used. */
export const openInvitationSchema = closed({
  purpose: Type.Enum(['join', 'reset'], {
    description: 'join: creates the user. reset: sets a new password of an existing user',
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

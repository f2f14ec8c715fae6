import Type, { type Static } from 'typebox';
import { scopeSchema } from './account.ts';
import { closed, countSchema, linkSchema, nullable, timestampSchema } from './common.ts';

export const grantTypeSchema = Type.Enum([
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
]);

const applicationProperties = {
  id: Type.String({ description: 'OAuth client id' }),
  user_id: Type.Integer({ description: 'User who registered it' }),
  name: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  confidential: Type.Boolean({ description: 'Confidential client, with a secret' }),
  grant_types: Type.Array(grantTypeSchema),
  scopes: Type.Array(scopeSchema),
  created_at: timestampSchema,
};

export const applicationSchema = closed(applicationProperties);

export const newApplicationSchema = closed({
  ...applicationProperties,
  secret: nullable(Type.String({ description: 'Shown only once; null for public clients' })),
});

export const applicationListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ applications: Type.Array(applicationSchema) }),
});

export type ApplicationResource = Static<typeof applicationSchema>;
export type NewApplicationResource = Static<typeof newApplicationSchema>;
export type ApplicationListResource = Static<typeof applicationListSchema>;

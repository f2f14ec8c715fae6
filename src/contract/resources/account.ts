import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema, moneySchema, nullable, timestampSchema } from './common.ts';

export const roleSchema = Type.Enum(['owner', 'member', 'viewer']);
export const scopeSchema = Type.Enum(['read', 'run', 'grids', 'admin', 'metrics']);

export const userSchema = closed({
  _links: closed({ self: linkSchema, account: linkSchema }),
  id: Type.Integer(),
  email: Type.String(),
  name: nullable(Type.String()),
  role: roleSchema,
  authentication_token: nullable(
    Type.String({ description: "The caller's own token; null for other users" }),
  ),
  sign_in_count: countSchema,
  current_sign_in_at: nullable(timestampSchema),
  last_sign_in_at: nullable(timestampSchema),
  created_at: timestampSchema,
});

export const userListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ users: Type.Array(userSchema) }),
});

export const credentialSchema = closed({
  id: Type.Integer(),
  provider: Type.String(),
  description: Type.String(),
  arn: nullable(Type.String()),
  access_key_id: nullable(Type.String()),
  tenant_id: nullable(Type.String({ description: 'Of Azure' })),
  client_id: nullable(Type.String({ description: 'Application of Azure' })),
  cloud_account: nullable(
    Type.String({
      description: 'Account number of AWS or subscription of Azure; null if it was not checked',
    }),
  ),
  role: Type.Enum(['owner', 'member'], { description: 'Minimum role of users who start grids with it' }),
});

export const credentialPolicySchema = closed({
  _links: closed({ self: linkSchema }),
  provider: Type.String(),
  external_id: nullable(
    Type.String({ description: 'Sent with each request to assume a role of AWS; null for Azure' }),
  ),
  permissions: Type.Object(
    {},
    {
      description: 'Least privilege that grids need: a policy of AWS, or a role definition of Azure',
      additionalProperties: true,
    },
  ),
  trust: nullable(
    Type.Object(
      {},
      {
        description: 'Trust policy of a role of AWS for this service; null for Azure',
        additionalProperties: true,
      },
    ),
  ),
});

export const credentialListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ credentials: Type.Array(credentialSchema) }),
});

export const accountSchema = closed({
  _links: closed({ self: linkSchema }),
  email: Type.String(),
  _embedded: closed({ users: Type.Array(userSchema), credentials: Type.Array(credentialSchema) }),
});

const tokenProperties = {
  id: Type.Integer(),
  user_id: Type.Integer(),
  name: Type.String(),
  primary: Type.Boolean(),
  scopes: Type.Array(scopeSchema),
  project: nullable(
    Type.String({ description: 'Name of the only project it can access; null for all projects' }),
  ),
  created_at: timestampSchema,
  last_used_at: nullable(timestampSchema),
  expires_at: nullable(timestampSchema),
};

export const tokenSchema = closed(tokenProperties);
export const newTokenSchema = closed({
  ...tokenProperties,
  secret: Type.String({ description: 'The token itself; shown only once' }),
});

export const tokenListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ tokens: Type.Array(tokenSchema) }),
});

export const projectListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ projects: Type.Array(closed({ id: Type.Integer(), name: Type.String() })) }),
});

export const usageSchema = closed({
  _links: closed({ self: linkSchema }),
  total_node_minutes: countSchema,
  total_cost: moneySchema,
  _embedded: closed({
    usage: Type.Array(
      closed({
        grid: Type.String(),
        name: Type.String(),
        nodes: countSchema,
        node_minutes: countSchema,
        cost: nullable(moneySchema),
        from: timestampSchema,
        to: timestampSchema,
      }),
    ),
  }),
});

export const priceListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({
    prices: Type.Array(
      closed({
        provider: Type.String(),
        region: Type.String({ description: '* for all' }),
        instance_type: Type.String({ description: '* for all' }),
        price_per_hour: moneySchema,
      }),
      { description: 'The first rows are those of the operator' },
    ),
  }),
});

/** User in the JSON:API format of the original API, version 3. */
export const meSchema = closed({
  data: closed({
    id: Type.String(),
    type: Type.Literal('users'),
    links: closed({ self: Type.String() }),
    attributes: closed({ email: Type.String(), role: Type.String() }),
  }),
});

export type UserResource = Static<typeof userSchema>;
export type UserListResource = Static<typeof userListSchema>;
export type CredentialResource = Static<typeof credentialSchema>;
export type CredentialPolicyResource = Static<typeof credentialPolicySchema>;
export type CredentialListResource = Static<typeof credentialListSchema>;
export type AccountResource = Static<typeof accountSchema>;
export type TokenResource = Static<typeof tokenSchema>;
export type NewTokenResource = Static<typeof newTokenSchema>;
export type TokenListResource = Static<typeof tokenListSchema>;
export type ProjectListResource = Static<typeof projectListSchema>;
export type PriceListResource = Static<typeof priceListSchema>;
export type UsageResource = Static<typeof usageSchema>;
export type MeResource = Static<typeof meSchema>;

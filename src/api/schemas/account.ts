import Type from 'typebox';

export const newUserSchema = Type.Object({
  email: Type.String({
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    maxLength: 320,
    'x-expects': 'an e-mail address',
  }),
  role: Type.Optional(Type.Enum(['owner', 'member', 'viewer'], { default: 'member' })),
});

export const newTokenInputSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, 'x-expects': 'a name' }),
  scopes: Type.Optional(
    Type.Array(Type.Enum(['read', 'run', 'grids', 'admin', 'metrics']), {
      'x-expects': 'a list of read, run, grids, admin, metrics',
      description: "Default: all of the caller's scopes",
    }),
  ),
  project: Type.Optional(
    Type.String({ maxLength: 200, description: 'Restricts the token to the project with this name' }),
  ),
  expires_at: Type.Optional(
    Type.String({
      pattern: '^\\s*\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2}))?\\s*$',
      'x-expects': 'a date such as 2027-01-31 or 2027-01-31T12:00:00Z',
      description: 'Default: no expiry',
    }),
  ),
});

export const roleChangeSchema = Type.Object({ role: Type.Enum(['owner', 'member', 'viewer']) });

export const nameChangeSchema = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) });

const passwordSchema = Type.String({ maxLength: 1_000, description: '10 to 200 characters' });

export const passwordChangeSchema = Type.Object({
  current: Type.Optional(Type.String({ maxLength: 1_000, description: 'Required if a password is set' })),
  new: passwordSchema,
});

const invitationSecretSchema = Type.String({
  maxLength: 200,
  'x-expects': 'the part after # of the link',
});

export const lookSchema = Type.Object({ secret: invitationSecretSchema });

export const acceptSchema = Type.Object({
  secret: invitationSecretSchema,
  password: passwordSchema,
  name: Type.Optional(Type.String({ maxLength: 200 })),
});

const auditFilter = {
  user: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'User id' })),
  action: Type.Optional(
    Type.String({ maxLength: 200, description: 'Prefix of the action, such as `POST /runs`' }),
  ),
};

export const auditFilterSchema = Type.Object(auditFilter);

export const auditQuerySchema = Type.Object({
  before: Type.Optional(
    Type.String({
      pattern: '^\\d{1,18}$',
      'x-expects': 'the id of an entry',
      description: 'Only older entries',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
  ...auditFilter,
});

export const policyQuerySchema = Type.Object({
  provider: Type.Optional(Type.Enum(['aws', 'azure'], { default: 'aws' })),
});

export const newCredentialSchema = Type.Object({
  provider: Type.Enum(['aws', 'azure']),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  arn: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'AWS: role to assume, instead of access_key_id' }),
  ),
  access_key_id: Type.Optional(Type.String({ maxLength: 500, description: 'AWS: requires secret' })),
  tenant_id: Type.Optional(Type.String({ maxLength: 500, description: 'Azure: required' })),
  client_id: Type.Optional(
    Type.String({ maxLength: 500, description: 'Azure: id of an application, required with its secret' }),
  ),
  subscription_id: Type.Optional(Type.String({ maxLength: 500, description: 'Azure: required' })),
  secret: Type.Optional(Type.String({ maxLength: 20_000, description: 'Never returned' })),
  role: Type.Optional(
    Type.Enum(['owner', 'member'], {
      default: 'member',
      description: 'Minimum role of users who start grids with it',
    }),
  ),
});

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
  name: Type.String({ minLength: 1, maxLength: 200, 'x-expects': 'a name by which people know the token' }),
  scopes: Type.Optional(
    Type.Array(Type.Enum(['read', 'run', 'grids', 'admin']), {
      'x-expects': 'some of read, run, grids, admin',
      description: 'What it may be used for; without it, for all that the caller may',
    }),
  ),
  project: Type.Optional(
    Type.String({ maxLength: 200, description: 'Name of the only project it is good for' }),
  ),
  expires_at: Type.Optional(
    Type.String({
      pattern: '^\\s*\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2}))?\\s*$',
      'x-expects': 'a date such as 2027-01-31 or 2027-01-31T12:00:00Z',
      description: 'When it ends; without it, never',
    }),
  ),
});

export const roleChangeSchema = Type.Object({ role: Type.Enum(['owner', 'member', 'viewer']) });

export const nameChangeSchema = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) });

const passwordSchema = Type.String({ maxLength: 1_000, description: '10 to 200 characters' });

export const passwordChangeSchema = Type.Object({
  current: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Needed by those who have a password' }),
  ),
  new: passwordSchema,
});

const invitationSecretSchema = Type.String({
  maxLength: 200,
  'x-expects': 'what stands after # in the link',
});

export const lookSchema = Type.Object({ secret: invitationSecretSchema });

export const acceptSchema = Type.Object({
  secret: invitationSecretSchema,
  password: passwordSchema,
  name: Type.Optional(Type.String({ maxLength: 200 })),
});

const auditFilter = {
  user: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Id of a person' })),
  action: Type.Optional(
    Type.String({ maxLength: 200, description: 'What the action begins with, such as `POST /runs`' }),
  ),
};

export const auditFilterSchema = Type.Object(auditFilter);

export const auditQuerySchema = Type.Object({
  before: Type.Optional(
    Type.String({
      pattern: '^\\d{1,18}$',
      'x-expects': 'the id of an entry',
      description: 'Only older ones',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
  ...auditFilter,
});

export const newCredentialSchema = Type.Object({
  provider: Type.Enum(['aws', 'azure']),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  arn: Type.Optional(Type.String({ maxLength: 2_000, description: 'Either this or access_key_id' })),
  access_key_id: Type.Optional(Type.String({ maxLength: 500, description: 'Comes with secret' })),
  secret: Type.Optional(Type.String({ maxLength: 20_000, description: 'Never shown again' })),
});

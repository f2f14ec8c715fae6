import Type from 'typebox';

export const newUserSchema = Type.Object({
  email: Type.String({
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    maxLength: 320,
    'x-expects': 'an e-mail address',
  }),
  role: Type.Optional(Type.Enum(['owner', 'member', 'viewer'], { default: 'member' })),
});

export const newTokenNameSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, 'x-expects': 'a name by which people know the token' }),
});

export const newCredentialSchema = Type.Object({
  provider: Type.Enum(['aws', 'azure']),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  arn: Type.Optional(Type.String({ maxLength: 2_000, description: 'Either this or access_key_id' })),
  access_key_id: Type.Optional(Type.String({ maxLength: 500, description: 'Comes with secret' })),
  secret: Type.Optional(Type.String({ maxLength: 20_000, description: 'Never shown again' })),
});

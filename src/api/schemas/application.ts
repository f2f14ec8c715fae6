import Type from 'typebox';
import { scopeSchema } from '../../contract/resources/account.ts';
import { grantTypeSchema } from '../../contract/resources/application.ts';

export const newApplicationInputSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, 'x-expects': 'a name by which people know it' }),
  redirect_uris: Type.Optional(
    Type.Array(Type.String({ maxLength: 2_000 }), {
      maxItems: 20,
      'x-whole-items': true,
      description:
        'Where people are sent back to, compared exactly: https, or http on the loopback address (there any port for a program that keeps no secret)',
    }),
  ),
  confidential: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether it can keep a secret, as a server can' }),
  ),
  grant_types: Type.Optional(
    Type.Array(grantTypeSchema, {
      maxItems: 10,
      description:
        'Without it authorization_code and refresh_token where there is a redirect address, else client_credentials or, without a secret, the device flow',
    }),
  ),
  scopes: Type.Optional(
    Type.Array(scopeSchema, { maxItems: 10, default: ['read'], description: 'The most it may ask for' }),
  ),
});

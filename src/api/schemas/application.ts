import Type from 'typebox';
import { scopeSchema } from '../../contract/resources/account.ts';
import { grantTypeSchema } from '../../contract/resources/application.ts';

export const newApplicationInputSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, 'x-expects': 'a name' }),
  redirect_uris: Type.Optional(
    Type.Array(Type.String({ maxLength: 2_000 }), {
      maxItems: 20,
      'x-whole-items': true,
      description:
        'Redirect URIs, compared exactly: https, or http on a loopback address (any port for public clients)',
    }),
  ),
  confidential: Type.Optional(
    Type.Boolean({ default: true, description: 'Confidential client, with a secret' }),
  ),
  grant_types: Type.Optional(
    Type.Array(grantTypeSchema, {
      maxItems: 10,
      description:
        'Default: authorization_code and refresh_token with a redirect URI; otherwise client_credentials for confidential clients and the device flow for public ones',
    }),
  ),
  scopes: Type.Optional(
    Type.Array(scopeSchema, { maxItems: 10, default: ['read'], description: 'Allowed scopes' }),
  ),
});

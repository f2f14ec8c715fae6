import { newTokenSchema, tokenListSchema } from '../../contract/resources/account.ts';
import { newTokenResource, tokenListResource } from '../hal/account.ts';
import { created, noContent, ok, type Route } from '../route.ts';
import { newTokenNameSchema } from '../schemas/account.ts';
import { numericId } from './numeric-id.ts';

export const tokenRoutes: Route[] = [
  {
    method: 'GET',
    path: '/tokens',
    summary: "List the caller's tokens, without their secrets",
    changesState: false,
    success: { status: 200, schema: tokenListSchema },
    handle: async (exchange) => ok(tokenListResource(await exchange.deps.accounts.tokens(exchange.actor))),
  },
  {
    method: 'POST',
    path: '/tokens',
    summary: 'Make another token; its secret is shown this once',
    changesState: true,
    body: { root: 'token', fields: newTokenNameSchema },
    success: { status: 201, schema: newTokenSchema },
    handle: async (exchange) => {
      const { name = '' } = await exchange.fields('token', newTokenNameSchema);
      const { token, secret } = await exchange.deps.accounts.addToken(exchange.actor, name.trim());
      return created(newTokenResource(token, secret), '/api/tokens');
    },
  },
  {
    method: 'DELETE',
    path: '/tokens/:tokenId',
    summary: 'Revoke a token',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      const tokenId = numericId(exchange.param('tokenId'), 'token');
      await exchange.deps.accounts.revokeToken(exchange.actor, tokenId);
      return noContent;
    },
  },
];

import { newTokenSchema, tokenListSchema } from '../../contract/resources/account.ts';
import { newTokenResource, tokenListResource } from '../hal/account.ts';
import { invalid } from '../params/grid-spec.ts';
import { created, noContent, ok, type Route } from '../route.ts';
import { newTokenInputSchema } from '../schemas/account.ts';
import { numericId } from './numeric-id.ts';

export const tokenRoutes: Route[] = [
  {
    method: 'GET',
    path: '/tokens',
    summary: "List the caller's tokens, without secrets",
    changesState: false,
    success: { status: 200, schema: tokenListSchema },
    handle: async (exchange) => ok(tokenListResource(await exchange.deps.accounts.tokens(exchange.actor))),
  },
  {
    method: 'POST',
    path: '/tokens',
    summary: "Create a token within the caller's permissions; the secret is shown only once",
    changesState: true,
    body: { root: 'token', fields: newTokenInputSchema },
    success: { status: 201, schema: newTokenSchema },
    handle: async (exchange) => {
      const fields = await exchange.fields('token', newTokenInputSchema);
      const { name = '', scopes, project, expires_at: end } = fields;
      const input = {
        name,
        scopes,
        project: project?.trim(),
        expiresAt: end === undefined ? end : dateOf(end),
      };
      const { token, secret } = await exchange.deps.accounts.addToken(exchange.actor, input);
      exchange.note.target = String(token.id);
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

function dateOf(text: string): Date {
  const date = new Date(text.trim());
  if (!Number.isNaN(date.getTime())) return date;
  const message = `token[expires_at] must be a date such as 2027-01-31, not "${text}".`;
  throw invalid([{ code: 'invalid', message, field: 'token[expires_at]' }]);
}

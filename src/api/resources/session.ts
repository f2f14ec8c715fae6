import Type from 'typebox';
import { sessionSchema } from '../../contract/resources/session.ts';
import type { Actor } from '../../domain/account.ts';
import { notAuthenticated } from '../auth/authenticate.ts';
import { endedSessionCookie, sessionCookie } from '../auth/session.ts';
import type { Exchange } from '../exchange.ts';
import { ok, type Route } from '../route.ts';

const newSessionSchema = Type.Object({ token: Type.String({ minLength: 1, maxLength: 500 }) });

/** Who is signed in on a browser. The cookie counts under /app/api only, and there for reading and for our own pages. */
export const sessionRoutes: Route[] = [
  {
    method: 'GET',
    path: '/session',
    summary: 'Who is signed in',
    changesState: false,
    success: { status: 200, schema: sessionSchema },
    handle: async (exchange) => ok(await sessionOf(exchange, exchange.actor)),
  },
  {
    method: 'POST',
    path: '/session',
    summary: 'Sign this browser in: sets a cookie that its pages are known by',
    changesState: true,
    body: { root: 'session', fields: newSessionSchema },
    success: { status: 200, schema: sessionSchema },
    handle: async (exchange) => {
      const { token = '' } = await exchange.fields('session', newSessionSchema);
      const actor = await exchange.deps.accounts.authenticate(token.trim());
      if (!actor) throw notAuthenticated();
      return {
        ...ok(await sessionOf(exchange, actor)),
        headers: { 'set-cookie': sessionCookie(token.trim()) },
      };
    },
  },
  {
    method: 'DELETE',
    path: '/session',
    summary: 'Sign this browser out',
    changesState: true,
    success: { status: 204 },
    handle: async () => ({ status: 204, headers: { 'set-cookie': endedSessionCookie } }),
  },
];

async function sessionOf(exchange: Exchange, actor: Actor) {
  const { email, name, role } = await exchange.deps.accounts.user(actor, actor.userId);
  return { email, name, role };
}

import Type from 'typebox';
import type { SignedIn } from '../../accounts/accounts.ts';
import { type SessionResource, sessionSchema, signInWaysSchema } from '../../contract/resources/session.ts';
import type { Actor } from '../../domain/account.ts';
import { authenticatePage } from '../auth/authenticate-page.ts';
import { endedSessionCookie, sessionCookie } from '../auth/session.ts';
import type { Exchange } from '../exchange.ts';
import { invalid } from '../params/grid-spec.ts';
import { type Answer, ok, type Route } from '../route.ts';

const newSessionSchema = Type.Object({
  token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Required without email and password' }),
  ),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
});

/** Browser session. The cookie is accepted below /app/api only, for reading and for requests of the dashboard. */
export const sessionRoutes: Route[] = [
  {
    method: 'GET',
    path: '/session/ways',
    summary: 'Available sign-in methods',
    changesState: false,
    success: { status: 200, schema: signInWaysSchema },
    handle: async ({ deps }) =>
      ok({ password: await deps.accounts.hasPasswords(), openid: deps.openId?.name ?? null }),
  },
  {
    method: 'GET',
    path: '/session',
    summary: 'Get the signed-in user',
    changesState: false,
    success: { status: 200, schema: sessionSchema },
    handle: async (exchange) => ok(await sessionOf(exchange, exchange.actor)),
  },
  {
    method: 'POST',
    path: '/session',
    summary: 'Sign in with a token, or with e-mail address and password; sets the session cookie',
    changesState: true,
    body: { root: 'session', fields: newSessionSchema },
    success: { status: 200, schema: sessionSchema },
    handle: async (exchange) => {
      const signedIn = await signIn(exchange);
      exchange.note.actor = signedIn.actor;
      return withCookie(exchange, signedIn, 200);
    },
  },
  {
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    changesState: true,
    success: { status: 204 },
    handle: signOut,
  },
];

async function signIn(exchange: Exchange): Promise<SignedIn> {
  const { accounts } = exchange.deps;
  const { token, email, password } = await exchange.fields('session', newSessionSchema);
  if (token !== undefined) return accounts.signInWithToken(token.trim(), exchange.browser);
  if (email === undefined || password === undefined) {
    const message = 'session[token], or session[email] and session[password], is required.';
    throw invalid([{ code: 'required', message, field: 'session[token]' }]);
  }
  exchange.note.email = email.trim();
  return accounts.signInWithPassword({ email, password }, exchange.browser);
}

/** Succeeds without a session. */
async function signOut(exchange: Exchange): Promise<Answer> {
  const { deps, request } = exchange;
  const actor = exchange.isFromPage ? await authenticatePage(deps, request.headers, false) : undefined;
  if (actor?.means.kind === 'session') {
    exchange.note.actor = actor;
    await deps.accounts.endSession(actor, actor.means.id);
  }
  return { status: 204, headers: { 'set-cookie': endedSessionCookie } };
}

/** Response with the session cookie. */
export async function withCookie(
  exchange: Exchange,
  { actor, secret }: SignedIn,
  status: 200 | 201,
): Promise<Answer> {
  const json = await sessionOf(exchange, actor);
  return { status, json, headers: { 'set-cookie': sessionCookie(secret) } };
}

async function sessionOf(exchange: Exchange, actor: Actor): Promise<SessionResource> {
  const { email, name, role } = await exchange.deps.accounts.user(actor, actor.userId);
  return { email, name, role };
}

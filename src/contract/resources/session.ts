import Type, { type Static } from 'typebox';
import { roleSchema } from './account.ts';
import { closed, countSchema, linkSchema, nullable, timestampSchema } from './common.ts';

/** Who is signed in on this browser. */
export const sessionSchema = closed({
  email: Type.String(),
  name: nullable(Type.String()),
  role: roleSchema,
});

/** How people may sign in here; asked before anybody is signed in. */
export const signInWaysSchema = closed({
  password: Type.Boolean(),
  /** What the button says after `Sign in with`; null without an OpenID provider. */
  openid: nullable(Type.String()),
});

/** A browser that the caller is signed in on. */
const sessionItemSchema = closed({
  id: Type.Integer(),
  current: Type.Boolean({ description: 'The one that asks' }),
  address: Type.String(),
  user_agent: Type.String(),
  created_at: timestampSchema,
  last_used_at: timestampSchema,
  expires_at: timestampSchema,
});

export const sessionListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({ sessions: Type.Array(sessionItemSchema) }),
});

export type SessionResource = Static<typeof sessionSchema>;
export type SignInWaysResource = Static<typeof signInWaysSchema>;
export type SessionListResource = Static<typeof sessionListSchema>;

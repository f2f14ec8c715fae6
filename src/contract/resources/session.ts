import Type, { type Static } from 'typebox';
import { roleSchema } from './account.ts';
import { closed, countSchema, linkSchema, nullable, timestampSchema } from './common.ts';

/** The signed-in user. */
export const sessionSchema = closed({
  email: Type.String(),
  name: nullable(Type.String()),
  role: roleSchema,
});

/** Available sign-in methods; needs no authentication. */
export const signInWaysSchema = closed({
  password: Type.Boolean(),
  /** Name of the OpenID provider, for the sign-in button; null without one. */
  openid: nullable(Type.String()),
});

/** A browser session of the caller. */
const sessionItemSchema = closed({
  id: Type.Integer(),
  current: Type.Boolean({ description: 'Whether it is the session of this request' }),
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

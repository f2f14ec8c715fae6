import Type, { type Static } from 'typebox';
import { closed } from './common.ts';

/** Who is signed in on this browser. */
export const sessionSchema = closed({
  email: Type.String(),
  role: Type.Enum(['owner', 'member', 'viewer']),
});

export type SessionResource = Static<typeof sessionSchema>;

import Type, { type Static } from 'typebox';
import { closed, timestampSchema } from './common.ts';

export const signInLinkSchema = closed({
  link: Type.String({ description: 'Shown only once. Signs in the first browser that opens it' }),
  expires_at: timestampSchema,
});

export type SignInLinkResource = Static<typeof signInLinkSchema>;

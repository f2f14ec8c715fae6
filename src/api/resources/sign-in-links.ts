import Type from 'typebox';
import { sessionSchema } from '../../contract/resources/session.ts';
import { signInLinkSchema } from '../../contract/resources/sign-in-link.ts';
import { timestamp } from '../hal/links.ts';
import type { Route } from '../route.ts';
import { withCookie } from './session.ts';

const useSchema = Type.Object({ secret: Type.String({ minLength: 1, maxLength: 500 }) });

export const signInLinkRoutes: Route[] = [
  {
    method: 'POST',
    path: '/sign-in-links',
    summary:
      'Create a link that signs one browser in as the caller, with the permissions of the token; expires after 10 minutes',
    changesState: true,
    success: { status: 201, schema: signInLinkSchema },
    handle: async (exchange) => {
      const { secret, expiresAt } = await exchange.deps.accounts.createSignInLink(exchange.actor);
      const link = signInAddress(exchange.addresses.origin, secret);
      return { status: 201, json: { link, expires_at: timestamp(expiresAt) } };
    },
  },
  {
    method: 'POST',
    path: '/sign-in-links/use',
    summary:
      'Sign in with a link, once; sets the session cookie. The secret is in the body, so that it is not logged',
    changesState: true,
    body: { root: 'link', fields: useSchema },
    success: { status: 200, schema: sessionSchema },
    handle: async (exchange) => {
      const { secret = '' } = await exchange.fields('link', useSchema);
      const signedIn = await exchange.deps.accounts.signInWithLink(secret, exchange.browser);
      exchange.note.actor = signedIn.actor;
      return withCookie(exchange, signedIn, 200);
    },
  },
];

/** The fragment is never sent to servers or proxies, so it is not logged, and a preview of the link does not use it. */
export function signInAddress(origin: string, secret: string): string {
  return `${origin}/app/sign-in#${secret}`;
}

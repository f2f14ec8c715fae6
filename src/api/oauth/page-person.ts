import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '../../domain/access.ts';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { authenticatePage } from '../auth/authenticate-page.ts';
import type { ApiDeps } from '../deps.ts';
import { own } from '../doors.ts';
import { addressesFor } from '../hal/links.ts';
import { html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';

/** Says that the browser has come from one of our own pages. */
const marker = 'here';

/**
 * The person who is asked on a page without scripts. Undefined: an answer was sent that brings them back. A browser that
 * comes from another site leaves the page's cookie at home, so it is first sent here once more by ourselves.
 */
export async function personOnPage(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor | undefined> {
  const isAnswer = request.method === 'POST';
  const actor = await authenticatePage(deps, request.headers, false);
  if (actor && isAnswer && !isOwnForm(request.headers, addressesFor(deps.options, request.headers).origin))
    throw new AppError('not_allowed', 'Only a page of this service may give this answer.');
  if (actor) {
    await refuseNarrow(deps, actor);
    return actor;
  }
  const address = new URL(request.raw.url ?? '/', 'https://here');
  const hasMarker = address.searchParams.has(marker);
  address.searchParams.delete(marker);
  const path = address.pathname + address.search;
  if (hasMarker || isAnswer) {
    await reply.redirect(`/app/sign-in?then=${encodeURIComponent(path)}`, 303);
    return undefined;
  }
  address.searchParams.set(marker, '1');
  await sendPage(reply, {
    title: 'One moment',
    body: html`<p><a href="${address.pathname + address.search}">Go on</a></p>`,
    next: address.pathname + address.search,
  });
  return undefined;
}

export function sendPage(
  reply: FastifyReply,
  page: Parameters<typeof layout>[0],
  status = 200,
): FastifyReply {
  // Browsers say where a form comes from only to the same origin.
  return reply
    .code(status)
    .headers({ ...pageHeaders, 'referrer-policy': 'same-origin' })
    .send(layout(page));
}

/** What an application is given would outlive a token that was given for less, or for less long. */
async function refuseNarrow({ accounts }: ApiDeps, actor: Actor): Promise<void> {
  const sentence = refusal(actor, own);
  if (sentence !== undefined || actor.projectId !== null || !(await accounts.isLasting(actor)))
    throw new AppError(
      'not_allowed',
      'You are signed in with a token that may not do this. Sign out, and sign in as yourself.',
    );
}

function isOwnForm(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}

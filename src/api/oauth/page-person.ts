import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '../../domain/access.ts';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { ownAccess } from '../access-rules.ts';
import { authenticatePage } from '../auth/authenticate-page.ts';
import type { ApiDeps } from '../deps.ts';
import { addressesFor } from '../hal/links.ts';
import { html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';

/** Query parameter that marks a same-site navigation. */
const marker = 'here';

/**
 * The signed-in user of a server-rendered page. Undefined if a redirect was sent. A browser that comes from another
 * site does not send the SameSite=Strict cookie, so the page first navigates to itself.
 */
export async function personOnPage(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor | undefined> {
  const isAnswer = request.method === 'POST';
  const actor = await authenticatePage(deps, request.headers, false);
  if (actor && isAnswer && !isOwnForm(request.headers, addressesFor(deps.options, request.headers).origin))
    throw new AppError('not_allowed', 'This form can only be sent from a page of this service.');
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
    title: 'Redirecting',
    body: html`<p><a href="${address.pathname + address.search}">Continue</a></p>`,
    next: address.pathname + address.search,
  });
  return undefined;
}

export function sendPage(
  reply: FastifyReply,
  page: Parameters<typeof layout>[0],
  status = 200,
): FastifyReply {
  // Browsers send the referrer of a form only to the same origin.
  return reply
    .code(status)
    .headers({ ...pageHeaders, 'referrer-policy': 'same-origin' })
    .send(layout(page));
}

/** Rejects sessions of restricted or expiring tokens: the access of an application would outlive the token. */
async function refuseNarrow({ accounts }: ApiDeps, actor: Actor): Promise<void> {
  const sentence = refusal(actor, ownAccess);
  if (sentence !== undefined || actor.projectId !== null || !(await accounts.isLasting(actor)))
    throw new AppError(
      'not_allowed',
      'You are signed in with a restricted token. Sign out, and sign in with your password.',
    );
}

function isOwnForm(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}

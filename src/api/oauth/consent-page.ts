import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { addressesFor } from '../hal/links.ts';
import { html } from '../pages/html.ts';
import type { KnownPath } from '../register-route.ts';
import { inWords } from './in-words.ts';
import { readOAuthForm } from './oauth-body.ts';
import { personOnPage, sendPage } from './page-person.ts';
import { answerForm, questionHtml, writeAnswerDown } from './question.ts';

const path = '/app/authorize/:uid';

/** OAuth consent page. */
export function registerConsentPage(scope: FastifyInstance, deps: ApiDeps): KnownPath[] {
  scope.route({ method: 'GET', url: path, handler: inWords(deps, ask) });
  scope.route({ method: 'POST', url: path, handler: inWords(deps, answer) });
  return [{ path, methods: ['GET', 'POST'] }];
}

async function ask(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const consent = await consentOf(deps, request, reply);
  if (!consent) return sayThatItIsOver(reply);
  const actor = await personOnPage(deps, request, reply);
  if (!actor) return reply;
  const user = await deps.accounts.user(actor, actor.userId);
  const host = URL.parse(consent.redirectTo)?.host ?? consent.redirectTo;
  return sendPage(reply, {
    title: `Allow ${consent.applicationName}?`,
    body: html`<h1>Allow ${consent.applicationName}?</h1>
${questionHtml(consent, user)}
<p class="soft">You will be redirected to ${host}.</p>
${answerForm(`/app/authorize/${consent.uid}`)}`,
  });
}

async function answer(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isAllowed = (await readOAuthForm(request.raw)).get('answer') === 'allow';
  const actor = await personOnPage(deps, request, reply);
  if (!actor) return reply;
  const consent = await consentOf(deps, request, reply);
  if (!consent) return sayThatItIsOver(reply);
  const next = await (isAllowed ? consent.allow(actor) : consent.refuse());
  await writeAnswerDown(deps, request, { actor, isAllowed, question: consent });
  // Not an HTTP redirect: the form-action policy also applies to redirects after a form.
  return sendPage(reply, {
    title: 'Redirecting',
    body: html`<p><a href="${next}">Go back to ${consent.applicationName}</a></p>`,
    next,
  });
}

async function consentOf(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply) {
  const { origin } = addressesFor(deps.options, request.headers);
  const consent = await deps.oauth.consent(origin, request.raw, reply.raw);
  const { uid } = request.params as { uid: string };
  return consent?.uid === uid ? consent : undefined;
}

function sayThatItIsOver(reply: FastifyReply): FastifyReply {
  const body = html`<h1>This request is no longer valid</h1>
<p>It was answered, has expired, or was started in another browser. Go back to the application and start again.</p>`;
  return sendPage(reply, { title: 'This request is no longer valid', body }, 410);
}
